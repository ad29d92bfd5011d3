//! Every number that the documents quote is one that the program prints.
//!
//! A block of text behind `<!-- excerpt: arguments -->` is looked for in what `sparring arguments` prints: word by word, whatever the
//! spaces; `...` stands for what is left out. Those marked `<!-- long excerpt: ... -->` are held where the environment names an
//! optimised program: `SPARRING=target/release/sparring cargo test --test program documents`. Start at [`Excerpt`].
//!
//! A paragraph, a point of a list or a table behind one or more `<!-- figures: arguments -->` is held in the optimised program too: each
//! of its numbers with an interval is printed by one of these commands. A row of a table that names arguments of its own, as
//! `` `--set book.x=1` `` does, is printed by the commands with these arguments behind them. A number with an interval that stands
//! behind no mark is an error: start at [`Claim`].

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, OnceLock};

/// A quotation.
struct Excerpt {
    /// The place: file and line.
    place: String,
    /// The arguments of the program, as a shell takes them.
    arguments: String,
    long: bool,
    text: String,
}

/// The quotations of a document.
fn excerpts(file: &str) -> Vec<Excerpt> {
    let text = fs::read_to_string(root().join(file)).expect("the document is there");
    let lines: Vec<&str> = text.lines().collect();
    let mut found = Vec::new();
    for (number, line) in lines.iter().enumerate() {
        let Some(mark) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->")) else { continue };
        let (long, mark) = mark.strip_prefix("long ").map_or((false, mark), |mark| (true, mark));
        let Some(arguments) = mark.strip_prefix("excerpt: ") else { continue };
        let place = format!("{file}:{}", number + 1);
        let block = lines[number + 1..].iter().skip_while(|line| line.is_empty());
        let quoted: Vec<&str> = block.clone().skip(1).take_while(|line| **line != "```").copied().collect();
        assert!(block.clone().next().is_some_and(|line| line.starts_with("```")), "{place}: no block follows");
        assert!(!quoted.is_empty(), "{place}: the block is empty");
        found.push(Excerpt { place, arguments: arguments.to_owned(), long, text: quoted.join("\n") });
    }
    found
}

/// A text with one space between its words.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The first part of a quotation that is not printed behind the part before it; `printed` has one space between its words.
fn missing(quoted: &str, printed: &str) -> Option<String> {
    let mut rest = printed;
    for part in quoted.split("...").map(words).filter(|part| !part.is_empty()) {
        let Some(at) = rest.find(&part) else { return Some(part) };
        rest = &rest[at + part.len()..];
    }
    None
}

/// Arguments as a shell divides them; only single quotes are known.
fn divided(arguments: &str) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut quoted = false;
    for letter in arguments.chars() {
        match letter {
            '\'' => quoted = !quoted,
            ' ' if !quoted => all.push(String::new()),
            letter => all.last_mut().expect("there is a first").push(letter),
        }
    }
    all
}

/// The documents that are read with the program in the hand.
fn documents() -> impl Iterator<Item = String> {
    let cores = ["vogt", "cairn-ap", "heimr", "bdp", "injury-d20"].map(|core| format!("systems/{core}/README.md"));
    let told = ["README.md", "docs/guide.md", "docs/days.md", "docs/own-rules.md", "docs/statistics.md", "rules/README.md"];
    told.map(str::to_owned).into_iter().chain(cores)
}

/// The program that the environment names, if it names one, and else the one that was built for the tests.
struct Program {
    path: PathBuf,
    optimised: bool,
    /// What it has printed, by the arguments: no command is played for two quotations.
    known: Mutex<HashMap<String, Arc<OnceLock<String>>>>,
}

impl Program {
    /// The program, the same for all tests.
    fn found() -> &'static Program {
        static FOUND: OnceLock<Program> = OnceLock::new();
        FOUND.get_or_init(|| {
            let named = std::env::var("SPARRING").ok();
            let path = named.as_ref().map_or_else(|| env!("CARGO_BIN_EXE_sparring").into(), |program| root().join(program));
            Program { path, optimised: named.is_some(), known: Mutex::default() }
        })
    }

    /// Everything that the program prints when it is called with `arguments`, and what it says of errors, with one space between words.
    fn prints(&self, arguments: &str) -> String {
        let known = self.known.lock().expect("no test broke off here").entry(arguments.to_owned()).or_default().clone();
        known.get_or_init(|| self.calls(arguments)).clone()
    }

    fn calls(&self, arguments: &str) -> String {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new(&self.path);
        command.args(divided(arguments)).current_dir(root());
        let solved = arguments.starts_with("compare") && arguments.contains("--exact");
        let only_prints = ["ask", "coverage", "replay", "odds", "book", "validate", "sheet"];
        if !solved && !only_prints.iter().any(|verb| arguments.starts_with(verb)) {
            command.arg("--out").arg(folder.path());
        }
        let ran = command.output().expect("the program starts");
        words(&format!("{} {}", String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr)))
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A paragraph, a point of a list or a whole table, without the blocks of code.
#[derive(Default)]
struct Block<'a> {
    line: usize,
    /// The arguments of each command that prints its numbers, from the marks before it.
    commands: Vec<&'a str>,
    lines: Vec<&'a str>,
}

/// The blocks of a document, in order.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut all = vec![Block::default()];
    let mut quoting = false;
    for (number, line) in text.lines().enumerate() {
        let bare = line.trim_start();
        let fence = bare.starts_with("```");
        quoting ^= fence;
        let last = all.last_mut().expect("there is a first");
        let row = bare.starts_with('|');
        let within = row && last.lines.last().is_some_and(|line| line.starts_with('|'));
        let begins = bare.is_empty()
            || quoting
            || fence
            || (row && !within)
            || ["* ", "#", "<!-- "].iter().any(|mark| bare.starts_with(mark));
        if begins && !last.lines.is_empty() {
            all.push(Block::default());
        }
        let last = all.last_mut().expect("there is a first");
        if let Some(arguments) = bare.strip_prefix("<!-- figures: ").and_then(|bare| bare.strip_suffix(" -->")) {
            last.commands.push(arguments);
        } else if !(bare.is_empty() || quoting || fence) {
            if last.lines.is_empty() {
                last.line = number + 1;
            }
            last.lines.push(bare);
        }
    }
    all
}

/// Numbers with intervals that stand together in a document, and the commands that print them.
struct Claim {
    /// File and line.
    place: String,
    /// The arguments of each command; none where the document forgot the mark.
    commands: Vec<String>,
    figures: Vec<String>,
}

/// The claims of a document: one of each paragraph, point and row of a table that has a number with an interval.
fn claims(file: &str, text: &str) -> Vec<Claim> {
    let mut all = Vec::new();
    for Block { line, commands, lines } in blocks(text) {
        let table = lines.first().is_some_and(|line| line.starts_with('|'));
        let parts = if table { lines.iter().map(|row| (*row).to_owned()).collect() } else { vec![lines.join(" ")] };
        for (row, part) in parts.iter().enumerate() {
            let own = if table { part.split('`').find(|piece| piece.starts_with("--")).unwrap_or_default() } else { "" };
            let commands = commands.iter().map(|command| format!("{command} {own}").trim_end().to_owned()).collect();
            let figures = figures(part);
            if !figures.is_empty() {
                all.push(Claim { place: format!("{file}:{}", line + row), commands, figures });
            }
        }
    }
    all
}

/// The numbers of a text that have an interval, as they are printed: `34.4 % (34.3 to 34.5)`, `61.5 % ± 1.1`, `none (below 0.02 %)`.
fn figures(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().map(|word| word.trim_matches(['*', '`', ',', ';', '|', ':'])).collect();
    let number = |word: &str| word.trim_start_matches(['+', '-']).starts_with(|letter: char| letter.is_ascii_digit());
    let mut all = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let inside = word.strip_prefix('(').unwrap_or_default();
        let ends = match inside {
            _ if at == 0 => continue,
            _ if *word == "±" => at + 1,
            "below" => at + 2,
            _ if number(inside) && inside.contains('–') => at,
            _ if number(inside) && words.get(at + 1) == Some(&"to") => at + 2,
            _ => continue,
        };
        let begins = at - if at >= 2 && words[at - 1] == "%" { 2 } else { 1 };
        let bound = if *word == "±" || inside == "below" { words.get(at + 1).copied().unwrap_or_default() } else { inside };
        if ends < words.len() && (number(words[begins]) || words[begins] == "none") && number(bound) {
            let figure = words[begins..=ends].join(" ");
            let beyond = if *word == "±" { ['.', ')'].as_slice() } else { &['.'] };
            all.push(figure.trim_end_matches(beyond).to_owned());
        }
    }
    all
}

#[test]
fn what_documents_quote_is_what_is_printed() {
    let program = Program::found();
    let all: Vec<Excerpt> = documents().flat_map(|document| excerpts(&document)).collect();
    assert!(all.len() >= 13, "{} quotations", all.len());
    let mut stale = Vec::new();
    for Excerpt { place, arguments, text, .. } in all.iter().filter(|excerpt| !excerpt.long || program.optimised) {
        let printed = program.prints(arguments);
        if let Some(part) = missing(text, &printed) {
            stale.push(format!("{place}: not printed: {part}\n{printed}"));
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n\n"));
}

#[test]
fn every_number_with_an_interval_is_one_that_is_printed() {
    let program = Program::found();
    let read = |file: String| (fs::read_to_string(root().join(&file)).expect("the document is there"), file);
    let all: Vec<Claim> = documents().map(read).flat_map(|(text, file)| claims(&file, &text)).collect();
    assert!(all.len() >= 60, "{} claims", all.len());
    let mut stale = Vec::new();
    for Claim { place, commands, figures } in all {
        if commands.is_empty() {
            stale.push(format!("{place}: no <!-- figures: ... --> says what prints {}", figures.join(", ")));
        }
        if commands.is_empty() || !program.optimised {
            continue;
        }
        let known: Vec<String> = commands.iter().map(|command| program.prints(command)).collect();
        for figure in figures.iter().filter(|figure| !known.iter().any(|text| text.contains(figure.as_str()))) {
            stale.push(format!("{place}: {figure} is not printed by {}\n{}", commands.join(" or "), known.join("\n")));
        }
    }
    assert!(stale.is_empty(), "{}", stale.join("\n\n"));
}

#[test]
fn a_quotation_has_its_words_in_their_order() {
    assert_eq!(missing("a  b\nc ... e", "x a b c d e"), None);
    assert_eq!(missing("e ... a", "a e"), Some("a".to_owned()));
    assert_eq!(missing("a d", "a b d"), Some("a d".to_owned()));
    assert_eq!(divided("run 'a b' --set x=1"), ["run", "a b", "--set", "x=1"]);
}

#[test]
fn a_claim_has_its_numbers_and_its_commands() {
    assert_eq!(figures("wins **34.4 % (34.3 to 34.5)**, or 5 ± 1.2."), ["34.4 % (34.3 to 34.5)", "5 ± 1.2"]);
    assert_eq!(figures("| none (below 0.024 %) | -61.0 ± 1.1 points | 0.55 % (0.41–0.75) |").len(), 3);
    let text = "<!-- figures: a b -->\n| x |\n| --- |\n| `--set y=1` | 5 ± 1 |\n| z | 6 ± 1 |\n\nOpen 7 ± 1.\n";
    let found: Vec<_> = claims("f", text).into_iter().map(|claim| (claim.place, claim.commands)).collect();
    let expected = [("f:4", vec!["a b --set y=1"]), ("f:5", vec!["a b"]), ("f:7", vec![])];
    assert_eq!(found, expected.map(|(place, commands)| (place.to_owned(), commands.into_iter().map(str::to_owned).collect())));
}
