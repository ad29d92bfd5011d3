//! Paint: the colours of verdicts on a terminal.
//!
//! Owns which verdict has which colour. Whether there is colour at all is the command line's business. Start at [`Paint`].

use anstyle::{AnsiColor, Style};

/// Verdicts with their colours.
const VERDICTS: [(&[&str], AnsiColor); 4] = [
    (&["failed", "broken", "drifted", "error"], AnsiColor::Red),
    (&["changed", "matters"], AnsiColor::Magenta),
    (&["undecided", "moved", "warning"], AnsiColor::Yellow),
    (&["holds", "passed", "unchanged", "identical"], AnsiColor::Green),
];

/// True where there is colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Paint(pub bool);

impl Paint {
    /// Paints what is most important.
    #[must_use]
    pub fn strong(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    /// The word before a warning.
    #[must_use]
    pub fn warning(self) -> String {
        self.verdict("warning") + ":"
    }

    /// A verdict, if it is one, in its colour.
    #[must_use]
    pub fn verdict(self, word: &str) -> String {
        let bare = word.trim_matches(|letter: char| !letter.is_alphabetic()).to_lowercase();
        let known = VERDICTS.iter().find(|(words, _)| words.contains(&bare.as_str()));
        known.map_or_else(|| word.to_owned(), |(_, colour)| self.styled(colour.on_default().bold(), word))
    }

    /// A sentence that consists of verdicts and counts, each verdict in its colour.
    #[must_use]
    pub fn verdicts(self, sentence: &str) -> String {
        sentence.split(' ').map(|word| self.verdict(word)).collect::<Vec<_>>().join(" ")
    }

    /// A line that opens with a verdict, in front of a colon, a comma or a blank.
    #[must_use]
    pub fn opening(self, line: &str) -> String {
        let at = line.find([':', ',', ' ']).unwrap_or(line.len());
        format!("{}{}", self.verdict(&line[..at]), &line[at..])
    }

    /// A line that goes.
    #[must_use]
    pub fn goes(self, line: &str) -> String {
        self.styled(AnsiColor::Red.on_default(), line)
    }

    /// A line that comes.
    #[must_use]
    pub fn comes(self, line: &str) -> String {
        self.styled(AnsiColor::Green.on_default(), line)
    }

    /// A text in a style, or as it is where there are no colours.
    fn styled(self, style: Style, text: &str) -> String {
        if self.0 { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_have_colour_where_there_is_any_and_nothing_else_has() {
        let (plain, colour) = (Paint(false), Paint(true));
        let said = "35 outcomes: 12 changed, 3 undecided, 20 unchanged";
        assert_eq!(plain.verdicts(said), said);
        let red = AnsiColor::Red.on_default().bold();
        assert_eq!(colour.verdict("broken"), format!("{red}broken{red:#}"));
        assert_eq!(colour.verdicts(said).matches("\u{1b}[1m").count(), 3);
        assert_eq!(colour.verdict("Ada"), "Ada");
        assert!(colour.opening("holds: 0.61, broken").starts_with('\u{1b}') && plain.opening("holds: 1") == "holds: 1");
        assert_eq!(colour.opening("Ada holds"), "Ada holds");
    }
}
