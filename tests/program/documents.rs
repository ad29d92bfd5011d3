//! What the documents quote is what the program prints.
//!
//! A block of text behind `<!-- excerpt: arguments -->` is looked for in what `sparring arguments` prints: word by word, whatever the
//! spaces; `...` stands for what is left out. Those marked `<!-- long excerpt: ... -->` are held where the environment names an
//! optimised program: `SPARRING=target/release/sparring cargo test --test program documents`. Start at [`Excerpt`].

use std::fs;
use std::path::Path;
use std::process::Command;

/// A quotation.
struct Excerpt {
    /// Where it stands: file and line.
    place: String,
    /// The arguments of the program, as a shell takes them.
    arguments: String,
    long: bool,
    text: String,
}

/// The quotations of a document.
fn excerpts(file: &str) -> Vec<Excerpt> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).expect("the document is there");
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

/// The first part of a quotation that is not printed behind the part before it.
fn missing(quoted: &str, printed: &str) -> Option<String> {
    let printed = words(printed);
    let mut rest = printed.as_str();
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

#[test]
fn what_documents_quote_is_what_is_printed() {
    let optimised = std::env::var("SPARRING").ok();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let program = optimised.as_ref().map_or_else(|| env!("CARGO_BIN_EXE_sparring").into(), |program| root.join(program));
    let folder = tempfile::tempdir().expect("a folder");
    let cores = ["vogt", "cairn_ap", "heimr", "bdp", "injury_d20"].map(|core| format!("src/rules/{core}/README.md"));
    let documents = ["README.md", "docs/guide.md", "docs/days.md"].map(str::to_owned).into_iter().chain(cores);
    let all: Vec<Excerpt> = documents.flat_map(|document| excerpts(&document)).collect();
    assert!(all.len() >= 13, "{} quotations", all.len());
    let mut stale = Vec::new();
    for Excerpt { place, arguments, text, .. } in all.iter().filter(|excerpt| !excerpt.long || optimised.is_some()) {
        let mut command = Command::new(&program);
        command.args(divided(arguments)).current_dir(root);
        if !["replay", "odds", "book", "validate", "sheet"].iter().any(|verb| arguments.starts_with(verb)) {
            command.arg("--out").arg(folder.path());
        }
        let ran = command.output().expect("the program starts");
        let printed = String::from_utf8_lossy(&ran.stdout);
        if let Some(part) = missing(text, &printed) {
            stale.push(format!("{place}: not printed: {part}\n{printed}{}", String::from_utf8_lossy(&ran.stderr)));
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
