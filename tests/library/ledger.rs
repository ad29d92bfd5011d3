//! The ledger: every rule of every core has a test that names it.
//!
//! A core keeps the ids of its rules in `src/rules/<core>/ledger.txt`, one row `id | kind | what it is` each. A test says which
//! of them it proves in the line above its `#[test]`, a comment of nothing but ids: `// VOG-018, R-05`. Start at [`gaps`].

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Kinds of rows that need a test; rows of the last kind are only there to be complete.
const PROVEN: [&str; 5] = ["fight", "check", "between", "build", "ruling"];
const NARRATIVE: &str = "narrative";

/// A source file: its name and its text.
type Source = (String, String);

#[test]
fn every_rule_of_every_core_is_named_by_a_test() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let mut defects = Vec::new();
    let mut cores = 0;
    for folder in entries(&rules).into_iter().filter(|path| path.join("ledger.txt").is_file()) {
        let ledger = fs::read_to_string(folder.join("ledger.txt")).expect("the ledger can be read");
        defects.extend(gaps(&ledger, &sources(&folder)).into_iter().map(|gap| format!("{}: {gap}", folder.display())));
        cores += 1;
    }
    assert!(cores > 0, "no core with a ledger in {}", rules.display());
    assert!(defects.is_empty(), "\n{}\n", defects.join("\n"));
}

/// The faults between a ledger and the tests of its core, in words.
fn gaps(ledger: &str, sources: &[Source]) -> Vec<String> {
    let (rows, mut defects) = read_ledger(ledger);
    let mut cited = BTreeSet::new();
    for (name, text) in sources {
        let (ids, wrong) = citations(text);
        defects.extend(
            wrong.into_iter().map(|line| format!("`{line}` in {name} is not a list of ids such as `// VOG-018, R-05`")),
        );
        for id in ids {
            if !rows.contains_key(id) {
                defects.push(format!("{id}, named in {name}, is not in the ledger"));
            }
            cited.insert(id);
        }
    }
    for (id, kind) in rows {
        if kind != NARRATIVE && !cited.contains(id) {
            defects.push(format!("{id} ({kind}) is named by no test"));
        }
    }
    defects
}

/// The ids of a ledger with their kinds, and what is wrong in it.
fn read_ledger(ledger: &str) -> (BTreeMap<&str, &str>, Vec<String>) {
    let (mut rows, mut defects) = (BTreeMap::new(), Vec::new());
    for line in ledger.lines().filter(|line| !line.trim().is_empty()) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            [id, kind, what] if is_id(id) && (PROVEN.contains(&kind) || kind == NARRATIVE) && !what.is_empty() => {
                if rows.insert(id, kind).is_some() {
                    defects.push(format!("{id} is in the ledger twice"));
                }
            }
            _ => defects.push(format!("`{line}` is not a row of a ledger such as `VOG-018 | fight | AR gained by Defend`")),
        }
    }
    (rows, defects)
}

/// The ids named above the tests of a file, and comments in that place which begin with an id but are no list of ids.
fn citations(text: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut ids, mut wrong) = (Vec::new(), Vec::new());
    let mut above = "";
    for line in text.lines().map(str::trim) {
        if let Some(comment) = above.strip_prefix("// ").filter(|_| line == "#[test]") {
            let list: Vec<&str> = comment.split(", ").collect();
            if list.iter().all(|word| is_id(word)) {
                ids.extend(list);
            } else if comment.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').any(is_id) {
                wrong.push(above);
            }
        }
        above = line;
    }
    (ids, wrong)
}

/// True if a word is an id: capital letters, a hyphen, digits; before the digits there may be a capital letter, after them a small
/// one.
fn is_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(letters, number)| {
        let capital = !letters.is_empty() && letters.bytes().all(|byte| byte.is_ascii_uppercase());
        let number = number.strip_prefix(|letter: char| letter.is_ascii_uppercase()).unwrap_or(number);
        let digits = number.strip_suffix(|letter: char| letter.is_ascii_lowercase()).unwrap_or(number);
        capital && !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The entries of a folder, in the order of the names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let list = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = list.map(|entry| entry.expect("a folder can be listed").path()).collect();
    paths.sort();
    paths
}

/// All Rust sources below a folder.
fn sources(folder: &Path) -> Vec<Source> {
    let mut found = Vec::new();
    for path in entries(folder) {
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            found.push((path.display().to_string(), text));
        }
    }
    found
}

fn found(ledger: &str, source: &str) -> Vec<String> {
    gaps(ledger, &[("turns.rs".to_owned(), source.to_owned())])
}

#[test]
fn a_ledger_whose_ids_are_all_named_has_no_gap() {
    let ledger = "VOG-001 | narrative | the last word\nVOG-018 | fight | Defend\n\nR-05 | ruling | Defend over rounds\n";
    assert_eq!(found(ledger, "    // VOG-018, R-05\n    #[test]\n    fn defend() {}\n"), Vec::<String>::new());
}

#[test]
fn ids_that_no_test_names_and_ids_that_no_ledger_knows_are_gaps() {
    let ledger = "VOG-018 | fight | Defend\nVOG-002 | check | a check\nR-05 | ruling | rounds";
    let source = "// VOG-018, VOG-999\n#[test]\nfn defend() {}\n\n// R-05\n\n#[test]\nfn not_directly_above() {}\n";
    let expected = [
        "VOG-999, named in turns.rs, is not in the ledger",
        "R-05 (ruling) is named by no test",
        "VOG-002 (check) is named by no test",
    ];
    assert_eq!(found(ledger, source), expected);
}

#[test]
fn ranges_and_remarks_do_not_count_as_lists_of_ids() {
    let ledger = "VOG-018 | fight | Defend";
    for line in ["// VOG-018..VOG-020", "// VOG-018 to VOG-020", "// see VOG-018", "// VOG-018,VOG-020"] {
        let gaps = found(ledger, &format!("{line}\n#[test]\nfn defend() {{}}\n"));
        assert_eq!(gaps.len(), 2, "{line}: {gaps:?}");
        assert!(gaps[0].contains("is not a list of ids"), "{gaps:?}");
    }
    let remark = found(ledger, "// A remark without any id.\n#[test]\nfn defend() {}\n");
    assert_eq!(remark, ["VOG-018 (fight) is named by no test"]);
}

#[test]
fn a_ledger_that_cannot_be_read_is_a_gap() {
    let gaps = found("VOG-001 | narrative | a\nVOG-001 | narrative | b\nVOG-2 fight\nVOG-003 | dance | c\n", "");
    assert_eq!(gaps.len(), 3, "{gaps:?}");
    assert!(gaps[0].contains("twice"), "{gaps:?}");
}
