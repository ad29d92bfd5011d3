//! Room: how many letters a line of the terminal has, and how sentences and tables fit into it.
//!
//! Owns where a line may be broken: never in a number, nor between a number and its error or its unit. What is piped keeps its
//! lines whole unless `COLUMNS` asks for less. Prints nothing itself. Start at [`fold`] for sentences, [`fitted`] for tables.

use std::sync::OnceLock;

/// Letters of a line of tables where nobody says how many there are.
const PIPED: usize = 100;
/// The fewest and the most letters that anything is fitted to.
const LIMITS: (usize, usize) = (40, 240);
/// Letters that a column of words keeps when it is wrapped, if it has so many.
const NARROWEST: usize = 16;
/// Letters that a column of words is comfortable with: below that, the next columns go into a table of their own.
const COMFORT: usize = 28;
/// Letters of a word that is so long that its cell may be cut.
const NAME: usize = 20;
/// Letters by which the rest of a wrapped cell of the first column is set in.
const SET_IN: usize = 2;

static COLUMNS: OnceLock<Option<usize>> = OnceLock::new();

/// Sets for the whole program how many letters a line has; nothing where lines stay whole. The first call counts.
pub fn set(columns: Option<usize>) {
    let _ = COLUMNS.set(columns.map(|columns| columns.clamp(LIMITS.0, LIMITS.1)));
}

/// The number of letters of a line; nothing where lines stay whole.
#[must_use]
pub fn columns() -> Option<usize> {
    COLUMNS.get().copied().flatten()
}

/// The number of letters of a line of a table.
#[must_use]
pub fn width() -> usize {
    columns().unwrap_or(PIPED)
}

/// The number of letters of a text that are seen: all but those that only turn colours on and off.
#[must_use]
pub fn letters(text: &str) -> usize {
    let (mut seen, mut hidden) = (0, false);
    for letter in text.chars() {
        match letter {
            '\u{1b}' => hidden = true,
            'm' if hidden => hidden = false,
            _ if hidden => {}
            _ => seen += 1,
        }
    }
    seen
}

/// True for words that a line can be broken behind: no numbers, no signs, none that belong to the number behind them.
fn is_plain(word: &str) -> bool {
    let last = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    word.chars().any(char::is_alphabetic)
        && !word.chars().any(|letter| letter.is_ascii_digit())
        && !["to", "of", "in", "n", "below", "(below", "over", "within"].contains(&last)
}

/// True if a line can be broken between two words.
fn may_break(one: &str, other: &str) -> bool {
    let ends = one.ends_with([',', ';', ':', ')', '|', '.']);
    let begins = |word: &str| word.starts_with(['+', '-', '\u{2212}']) && word.len() > 1;
    if other.starts_with(['\u{b1}', '%']) || other.starts_with('(') && !is_plain(one) {
        return false;
    }
    ends || is_plain(one) && (is_plain(other) || begins(other) || other.starts_with('|'))
}

/// Pieces of a line that stay together, each with whatever blanks it has inside.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<String> = Vec::new();
    let mut last = String::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        let plain: String = strip(word);
        match pieces.last_mut() {
            Some(piece) if !may_break(&last, &plain) => {
                piece.push(' ');
                piece.push_str(word);
            }
            _ => pieces.push(word.to_owned()),
        }
        last = plain;
    }
    pieces
}

/// A text without what turns colours on and off.
fn strip(text: &str) -> String {
    let mut hidden = false;
    let keep = |letter: &char| {
        match letter {
            '\u{1b}' => hidden = true,
            'm' if hidden => {
                hidden = false;
                return false;
            }
            _ => {}
        }
        !hidden
    };
    text.chars().filter(keep).collect()
}

/// True if a piece may be cut when it is longer than its column: a long name, with its number if it has one, and no figure.
fn is_name(piece: &str) -> bool {
    let first = piece.split(' ').next().unwrap_or_default();
    let is_long = first.chars().count() >= NAME && !first.chars().any(|letter| letter.is_ascii_digit());
    !piece.contains('\u{1b}') && first.chars().any(char::is_alphabetic) && (is_long || first == piece)
}

/// Cuts a long name behind a point, a line or a slash, or else between letters.
fn cut(name: &str, most: usize) -> Vec<String> {
    let (mut parts, mut rest) = (Vec::new(), name.chars().collect::<Vec<char>>());
    while rest.len() > most {
        let between = |at: usize| rest[at - 1].is_alphabetic() && rest[at].is_alphabetic();
        let joint = |at: usize| "._/=-|".contains(rest[at - 1]) && rest[at].is_alphabetic() || rest[at - 1] == ' ';
        let at = (most / 3..=most).rev().filter(|at| *at > 0).find(|at| joint(*at));
        let at = at.or_else(|| (1..=most).rev().find(|at| between(*at))).unwrap_or(most);
        parts.push(rest.drain(..at).collect::<String>().trim_end().to_owned());
    }
    parts.push(rest.into_iter().collect());
    parts
}

/// A cell in lines of this many letters, of which those behind the first are set in.
fn wrapped(cell: &str, most: usize, set_in: usize) -> Vec<String> {
    if letters(cell) <= most {
        return vec![cell.to_owned()];
    }
    let indent = " ".repeat(set_in);
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces(cell) {
        let room = most.saturating_sub(if lines.is_empty() { 0 } else { set_in }).max(1);
        if let Some(line) = lines.last_mut()
            && letters(line) + 1 + letters(&piece) <= most
        {
            line.push(' ');
            line.push_str(&piece);
            continue;
        }
        let parts = if letters(&piece) > room && is_name(&piece) {
            cut(&piece, most.saturating_sub(set_in).max(1))
        } else {
            vec![piece]
        };
        for part in parts {
            lines.push(if lines.is_empty() { part } else { format!("{indent}{part}") });
        }
    }
    lines
}

/// The width that a column wants.
#[derive(Clone, Copy)]
struct Wish {
    /// All its cells and its heading on one line each.
    natural: usize,
    /// All its cells on one line each.
    body: usize,
    /// The widest of what must not be broken.
    least: usize,
    /// True if its cells can be wrapped.
    wordy: bool,
}

impl Wish {
    /// Measures the width that a column wants; the first of the lines is the heading.
    fn of(lines: &[Vec<String>], column: usize) -> Self {
        let cells = || lines.iter().map(move |line| line[column].as_str());
        let widest = |cell: &str| {
            let least = |piece: &String| if is_name(piece) { letters(piece).min(NARROWEST) } else { letters(piece) };
            pieces(cell).iter().map(least).max().unwrap_or(0)
        };
        let natural = cells().map(letters).max().unwrap_or(0);
        let body = cells().skip(1).map(letters).max().unwrap_or(0);
        let unbroken = cells().map(widest).max().unwrap_or(0);
        let of_cells = cells().skip(1).map(widest).max().unwrap_or(0);
        Wish { natural, body, least: unbroken.max(natural.min(NARROWEST).min(body)), wordy: of_cells < body }
    }

    /// The width that it gets before anything goes into a table of its own.
    fn comfort(self) -> usize {
        if self.wordy { self.least.max(self.body.min(COMFORT)) } else { self.least.max(self.body) }
    }
}

/// Lines of cells under each other, in as many tables as it takes to stay within `most` letters; each begins with the first column
/// again. `left` says which columns begin at their left edge, the others end at their right one.
#[must_use]
pub fn fitted(lines: &[Vec<String>], left: &[bool], most: usize) -> String {
    let wishes: Vec<Wish> = (0..lines.first().map_or(0, Vec::len)).map(|column| Wish::of(lines, column)).collect();
    let Some(first) = wishes.first() else { return String::new() };
    let name = first.natural.min(first.least.max(most / 3));
    let mut tables: Vec<String> = Vec::new();
    let mut next = 1;
    loop {
        let begun = next;
        let mut used = 2 + name;
        while let Some(wish) = wishes.get(next)
            && (next == begun || used + 2 + wish.comfort() <= most)
        {
            used += 2 + wish.comfort();
            next += 1;
        }
        let chosen: Vec<usize> = std::iter::once(0).chain(begun..next).collect();
        let widths = widths(&chosen.iter().map(|column| wishes[*column]).collect::<Vec<_>>(), most);
        let is_left = |place: usize, column: usize| {
            left.get(column) == Some(&true) || place > 0 && wishes[column].wordy && widths[place] < wishes[column].body
        };
        let sides: Vec<bool> = chosen.iter().enumerate().map(|(place, column)| is_left(place, *column)).collect();
        let rows = lines.iter().flat_map(|line| {
            let cells: Vec<&str> = chosen.iter().map(|column| line[*column].as_str()).collect();
            row(&cells, &widths, &sides)
        });
        tables.push(rows.collect::<Vec<_>>().join("\n"));
        if next >= wishes.len() {
            return tables.join("\n\n");
        }
    }
}

/// The widths of the columns of one table: headings give way first, then cells of words, the widest first.
fn widths(wishes: &[Wish], most: usize) -> Vec<usize> {
    let mut widths: Vec<usize> = wishes.iter().map(|wish| wish.natural).collect();
    for floor in [|wish: &Wish| wish.least.max(wish.body), |wish: &Wish| wish.least] {
        while widths.iter().map(|width| width + 2).sum::<usize>() > most {
            let spare = |place: &usize| widths[*place].saturating_sub(floor(&wishes[*place]));
            match (0..wishes.len()).filter(|place| spare(place) > 0).max_by_key(|place| (widths[*place], *place)) {
                Some(place) => widths[place] -= 1,
                None => break,
            }
        }
    }
    widths
}

/// One row in as many lines as its tallest cell has.
fn row(cells: &[&str], widths: &[usize], left: &[bool]) -> Vec<String> {
    let set_in = |column: usize| if column == 0 { SET_IN } else { 0 };
    let folded: Vec<Vec<String>> =
        cells.iter().enumerate().map(|(column, cell)| wrapped(cell, widths[column], set_in(column))).collect();
    let height = folded.iter().map(Vec::len).max().unwrap_or(0);
    let line = |at: usize| {
        let cells = folded.iter().enumerate().map(|(column, lines)| {
            let cell = lines.get(at).map_or("", String::as_str);
            let gap = " ".repeat(widths[column].saturating_sub(letters(cell)));
            if left[column] { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
        });
        format!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    (0..height).map(line).collect()
}

/// A text in lines of at most `most` letters, where words allow it. What stands behind a heading on its line, or is set in, is
/// continued there. A command is continued with `\`, before one of its options, so that it can be copied.
#[must_use]
pub fn fold(text: &str, most: usize) -> String {
    let mut folded = String::new();
    for line in text.split_inclusive('\n') {
        let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
        if letters(line) <= most || is_row(line) {
            folded.push_str(line);
        } else {
            folded.push_str(&broken(line, most));
        }
        folded.push_str(end);
    }
    folded
}

/// True for the row of a table: set in, with two gaps or more between its cells. A die that is told cites its rule at the end.
fn is_row(line: &str) -> bool {
    line.starts_with("  ") && !line.ends_with(']') && line.trim().split("  ").filter(|cell| !cell.is_empty()).count() > 2
}

/// One line in several.
fn broken(line: &str, most: usize) -> String {
    let own = line.len() - line.trim_start_matches(' ').len();
    // Behind the last gap of a line of columns, such as a verdict and its sentence.
    let behind = line.trim_start().rfind("  ").map(|at| letters(&line[..own + at]) + 2).filter(|at| *at * 3 <= most);
    let indent = behind.unwrap_or(own);
    let is_command = |text: &str| text.trim_start().starts_with("sparring ") || text.contains(": sparring ");
    let command = is_command(line);
    let head = behind.map_or(own, |at| byte_of(line, at));
    let parts = if command { options(&line[head..]) } else { pieces(&line[head..]) };
    let more = if command { " \\" } else { "" };
    let mut lines = vec![line[..head].to_owned()];
    let mut empty = true;
    for part in parts {
        let last = lines.last_mut().expect("there is a first line");
        let gap = usize::from(!empty);
        if empty || letters(last) + gap + letters(&part) + letters(more) <= most {
            last.push_str(if empty { "" } else { " " });
            last.push_str(&part);
        } else {
            last.push_str(more);
            let inner = if command { indent + 4 } else { indent };
            lines.push(format!("{}{part}", " ".repeat(inner)));
        }
        empty = false;
    }
    lines.join("\n")
}

/// The place of the letter with this number among those that are seen.
fn byte_of(line: &str, seen: usize) -> usize {
    line.char_indices().map(|(at, _)| at).find(|at| letters(&line[..*at]) == seen).unwrap_or(line.len())
}

/// A command in pieces that begin with an option each.
fn options(command: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    for word in command.split(' ') {
        match parts.last_mut() {
            Some(part) if !word.starts_with("--") => {
                part.push(' ');
                part.push_str(word);
            }
            _ => parts.push(word.to_owned()),
        }
    }
    parts
}

#[cfg(test)]
mod tests;
