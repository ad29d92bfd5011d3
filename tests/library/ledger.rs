//! The ledger: every rule of every core has a test that names it.
//!
//! A rule that is played is named where it stands, too: in the doc of a function, or beside the number or word that it is.
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

/// Rows that stand nowhere: they say again what another row says, or nothing that could be played by itself.
const NOWHERE: [(&str, &str); 6] = [
    // Equipment is given by a scenario.
    ("cairn_ap", "CAP-089"),
    // Whoever shares a zone can be engaged, and whoever is not is Near.
    ("bdp", "BDP-224"),
    // One moment is one event; nothing joins two of them.
    ("bdp", "BDP-258"),
    // Bandits are combatants of a scenario.
    ("bdp", "BDP-402"),
    // The price of a die is that of every spell.
    ("bdp", "BDP-459"),
    // A shield is one thing, and can be in one state.
    ("injury_d20", "INJ-228"),
];

/// The ids that the docs of some code name, alone or in ranges such as `VOG-045 to VOG-051`: those of functions, and all others.
fn documented(text: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let (mut functions, mut words) = (BTreeSet::new(), BTreeSet::new());
    let mut doc = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("///") {
            doc += more;
        } else if !line.starts_with("#[") {
            let before = line.split_once("fn ").map(|(before, _)| before);
            let is_function =
                before.is_some_and(|before| before.split_whitespace().all(|word| word.starts_with("pub") || word == "const"));
            if is_function { &mut functions } else { &mut words }.extend(ids(&doc));
            doc.clear();
        }
    }
    (functions, words)
}

/// The ids that a text names, alone or in ranges.
fn ids(text: &str) -> BTreeSet<String> {
    let clean = |word: &str| word.trim_matches(|c: char| !c.is_ascii_alphanumeric()).to_owned();
    let words: Vec<String> = text.split_whitespace().map(clean).collect();
    let mut found: BTreeSet<String> = words.iter().filter(|word| is_id(word)).cloned().collect();
    for range in words.windows(3).filter(|words| words[1] == "to" && is_id(&words[0]) && is_id(&words[2])) {
        let parts = |id: &str| {
            let digits = id.find(|c: char| c.is_ascii_digit())?;
            Some((id[..digits].to_owned(), id[digits..].parse::<u32>().ok()?, id.len() - digits))
        };
        if let (Some((kind, from, width)), Some((_, to, _))) = (parts(&range[0]), parts(&range[2])) {
            found.extend((from..=to).map(|number| format!("{kind}{number:0width$}")));
        }
    }
    found
}

/// Rows of a ledger that are played and named nowhere in the code. A rule of a fight or of the time between fights stands in the
/// rules, others may stand in an answer of `odds`; a ruling stands in a function, any other row may be a number or a word.
fn unnamed(ledger: &str, sources: &[Source]) -> Vec<String> {
    let (mut rules, mut odds, mut numbers) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    for (name, text) in sources {
        let (functions, words) = documented(text);
        let of_odds = name.contains("/odds/") || name.ends_with("/odds.rs");
        if of_odds { &mut odds } else { &mut rules }.extend(functions);
        numbers.extend(words);
    }
    let is_example = |what: &str| ["example", "remark"].iter().any(|word| what.contains(word));
    let is_named = |id: &str, kind: &str| {
        let in_odds = odds.contains(id) && !["fight", "between"].contains(&kind);
        rules.contains(id) || in_odds || kind != "ruling" && numbers.contains(id)
    };
    let rows = ledger.lines().map(|line| line.split('|').map(str::trim).collect::<Vec<_>>()).filter(|cells| cells.len() == 3);
    let played = rows.filter(|cells| cells[1] != NARRATIVE && !is_example(cells[2]));
    played.filter(|cells| !is_named(cells[0], cells[1])).map(|cells| cells[0].to_owned()).collect()
}

#[test]
fn every_rule_that_is_played_is_named_where_it_stands() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rules");
    let (mut missing, mut nowhere) = (Vec::new(), NOWHERE.to_vec());
    for folder in entries(&rules).into_iter().filter(|path| path.join("ledger.txt").is_file()) {
        let core = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let ledger = fs::read_to_string(folder.join("ledger.txt")).expect("the ledger can be read");
        let mut played = sources(&folder);
        played.retain(|(name, _)| !name.contains("/tests/") && !name.ends_with("/tests.rs"));
        for id in unnamed(&ledger, &played) {
            let known = nowhere.iter().position(|&row| row == (core.as_str(), id.as_str()));
            match known {
                Some(row) => drop(nowhere.remove(row)),
                None => missing.push(format!("{core}: {id}")),
            }
        }
    }
    assert!(missing.is_empty(), "no doc names these where they stand: {missing:#?}");
    assert!(nowhere.is_empty(), "these stand somewhere now: {nowhere:?}");
}

#[test]
fn ids_in_docs_count_alone_and_in_ranges() {
    let code = "/// Sees (VOG-018; section 2).\nfn see() {}\n/// Hears. [CAP-009 to\n/// CAP-011, RU-16c]\n#[inline]\npub fn hear() {}\n\
                /// Dice. [VOG-001]\ndice: u8,\n";
    let (functions, words) = documented(code);
    let functions: Vec<&str> = functions.iter().map(String::as_str).collect();
    assert_eq!(functions, ["CAP-009", "CAP-010", "CAP-011", "RU-16c", "VOG-018"]);
    assert_eq!(words.into_iter().collect::<Vec<_>>(), ["VOG-001"]);
    let ledger =
        "VOG-018 | fight | a\nVOG-001 | fight | b\nR-01 | ruling | c\nVOG-002 | check | an example\nVOG-003 | fight | d\n";
    assert_eq!(unnamed(ledger, &[("vogt/act.rs".to_owned(), code.to_owned())]), ["R-01", "VOG-003"]);
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
