//! Phrases: words of which some stand out, written for a page and in Markdown.
//!
//! Owns which signs mean something where, and takes the meaning from them. Start at [`Phrase`].

use std::fmt::Write as _;

use crate::report::figure::Words;
use crate::report::markdown::{code, safe};

/// A text with the signs that mean something on a page replaced.
pub fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' | '<' | '>' | '"' | '\'' => {
                let _ = write!(escaped, "&#{};", u32::from(letter));
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A part of a phrase.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Span {
    /// Words.
    Text(String),
    /// Words in an element of this name and class; the class may be empty.
    Element([&'static str; 2], String),
    /// A way to something on the same page, by its name.
    Link(String, String),
    /// A new line.
    Line,
    /// Markup as it stands.
    Markup(String),
}

impl Span {
    /// Writes it as HTML.
    fn html(&self, html: &mut String) {
        let _ = match self {
            Span::Text(text) => html.write_str(&escaped(text)),
            Span::Element([name, class], text) => within(html, name, class, text),
            Span::Link(id, text) => write!(html, "<a href=\"#{}\">{}</a>", escaped(id), escaped(text)),
            Span::Line => html.write_str("<br>"),
            Span::Markup(markup) => html.write_str(markup),
        };
    }

    /// Writes it in Markdown, which has no small words, no classes and no ways on a page.
    fn markdown(&self, markdown: &mut String) {
        let _ = match self {
            Span::Element(["strong", _], text) => write!(markdown, "**{}**", safe(text)),
            Span::Element(["code", _], text) => markdown.write_str(&code(text)),
            Span::Text(text) | Span::Element(_, text) | Span::Link(_, text) => markdown.write_str(&safe(text)),
            Span::Line => markdown.write_str("<br>"),
            Span::Markup(markup) => markdown.write_str(markup),
        };
    }
}

/// Writes words in an element of this name and class, which may be empty.
fn within(html: &mut String, name: &str, class: &str, text: &str) -> std::fmt::Result {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    write!(html, "<{name}{class}>{}</{name}>", escaped(text))
}

/// Words of which some may stand out.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
#[must_use]
pub struct Phrase(Vec<Span>);

impl Phrase {
    /// Markup as it stands.
    pub fn markup(markup: impl Into<String>) -> Self {
        Phrase(vec![Span::Markup(markup.into())])
    }

    /// A further part behind it; nothing where it has no words.
    fn span(mut self, words: &str, span: impl FnOnce(String) -> Span) -> Self {
        if !words.is_empty() {
            self.0.push(span(words.to_owned()));
        }
        self
    }

    /// More words behind it.
    pub fn text(self, text: impl AsRef<str>) -> Self {
        self.span(text.as_ref(), Span::Text)
    }

    /// Strong words behind it.
    pub fn strong(self, text: &str) -> Self {
        self.span(text, |text| Span::Element(["strong", ""], text))
    }

    /// What somebody types behind it.
    pub fn code(self, text: &str) -> Self {
        self.span(text, |text| Span::Element(["code", ""], text))
    }

    /// Small words behind it.
    pub fn small(self, text: &str) -> Self {
        self.span(text, |text| Span::Element(["small", ""], text))
    }

    /// Words of a class of the style sheet behind it.
    pub fn classed(self, class: &'static str, text: &str) -> Self {
        self.span(text, |text| Span::Element(["span", class], text))
    }

    /// A way to something on the same page behind it.
    pub fn link(mut self, id: &str, text: &str) -> Self {
        self.0.push(Span::Link(id.to_owned(), text.to_owned()));
        self
    }

    /// A new line behind it.
    pub fn line(mut self) -> Self {
        self.0.push(Span::Line);
        self
    }

    /// How sure a number is, behind it.
    pub fn error(self, text: &str) -> Self {
        if text.is_empty() { self } else { self.text(" ").classed("error", text) }
    }

    /// Another phrase behind it.
    pub fn then(mut self, other: &Phrase) -> Self {
        self.0.extend(other.0.iter().cloned());
        self
    }

    /// True if it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|span| matches!(span, Span::Markup(markup) if markup.is_empty()))
    }

    /// True if some of its words are small.
    pub(super) fn has_small(&self) -> bool {
        self.0.iter().any(|span| matches!(span, Span::Element(["small", _], _)))
    }

    /// The phrase as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        let mut html = String::new();
        self.0.iter().for_each(|span| span.html(&mut html));
        html
    }

    /// The phrase in Markdown.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut markdown = String::new();
        self.0.iter().for_each(|span| span.markdown(&mut markdown));
        markdown
    }
}

impl From<&str> for Phrase {
    fn from(text: &str) -> Self {
        Phrase::default().text(text)
    }
}

impl From<String> for Phrase {
    fn from(text: String) -> Self {
        text.as_str().into()
    }
}

impl From<&String> for Phrase {
    fn from(text: &String) -> Self {
        text.as_str().into()
    }
}

impl From<&Words> for Phrase {
    fn from(words: &Words) -> Self {
        Phrase::from(&words.number).error(&words.error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_out_on_a_page_stands_out_in_markdown() {
        let phrase = Phrase::from("a <b>").strong("*c*").line().code("d|`e`").small(" f_").link("g", "[h]").then(&"i".into());
        assert_eq!(
            phrase.html(),
            "a &#60;b&#62;<strong>*c*</strong><br><code>d|`e`</code><small> f_</small><a href=\"#g\">[h]</a>i"
        );
        assert_eq!(phrase.markdown(), r"a &lt;b>**\*c\***<br>`d\|'e'` f\_\[h\]i");
        assert!(Phrase::from("").strong("").is_empty() && !phrase.is_empty());
    }
}
