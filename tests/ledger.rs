//! Every rule of a core's ledger is cited by a test of that core, and every citation is of a known rule.
//!
//! A core's folder holds `ledger.txt`, one row per id: `VOG-018 | fight`. A test cites the ids it proves in a line directly above
//! its `#[test]`: `// VOG-018, R-05`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Kinds that need a test; rows of kind `narrative` do not.
const TESTED: [&str; 5] = ["fight", "check", "between", "build", "ruling"];

fn ledger(text: &str) -> BTreeMap<String, String> {
    let rows = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    rows.map(|row| {
        let (id, kind) = row.split_once(" | ").unwrap_or_else(|| panic!("`{row}` is no row"));
        (id.trim().to_owned(), kind.trim().to_owned())
    })
    .collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read").map(|entry| entry.expect("the entry can be read").path());
    entries.flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] }).filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// Ids in the comment lines directly above each `#[test]`.
fn cited(text: &str) -> BTreeSet<String> {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let mut ids = BTreeSet::new();
    for (index, _) in lines.iter().enumerate().filter(|(_, line)| **line == "#[test]") {
        for above in lines[..index].iter().rev().take_while(|line| line.starts_with("//") && !line.starts_with("///")) {
            let words = above.trim_start_matches('/').split(',').map(str::trim);
            ids.extend(words.filter(|word| is_id(word)).map(str::to_owned));
        }
    }
    ids
}

fn is_id(word: &str) -> bool {
    word.split_once('-').is_some_and(|(head, tail)| {
        !head.is_empty()
            && head.chars().all(|letter| letter.is_ascii_uppercase())
            && !tail.is_empty()
            && tail.chars().all(|letter| letter.is_ascii_digit())
    })
}

#[test]
fn every_rule_has_a_test_and_every_citation_a_rule() {
    let cores = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules")).expect("the cores can be listed");
    let cores: Vec<PathBuf> = cores.map(|entry| entry.expect("the entry can be read").path()).filter(|path| path.is_dir()).collect();
    assert!(!cores.is_empty());
    let mut wrong = Vec::new();
    for core in cores {
        let name = core.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let ledger = ledger(&fs::read_to_string(core.join("ledger.txt")).unwrap_or_else(|_| panic!("{name} has no ledger.txt")));
        assert!(ledger.len() > 50, "the ledger of {name} is too short to be true");
        let cited: BTreeSet<String> =
            rust_files(&core).iter().flat_map(|file| cited(&fs::read_to_string(file).expect("the file can be read"))).collect();
        for (id, kind) in &ledger {
            if TESTED.contains(&kind.as_str()) && !cited.contains(id) {
                wrong.push(format!("{name}: no test cites {id} ({kind})"));
            }
        }
        for id in cited.iter().filter(|id| !ledger.contains_key(*id)) {
            wrong.push(format!("{name}: a test cites {id}, which the ledger does not have"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_rule_without_a_test_would_be_noticed() {
    assert_eq!(cited("// VOG-001, R-02\n#[test]\nfn it() {}\n/// VOG-003\n#[test]\n"), ["R-02", "VOG-001"].map(str::to_owned).into());
    assert!(ledger("# head\nVOG-001 | fight\n").contains_key("VOG-001"));
}
