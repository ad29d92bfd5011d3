//! The ledger: every rule of every core has a test that names it.
//!
//! Every rule has a home, too: the function in which it stands, or the number or word that it is, whose doc names it.
//!
//! A core keeps the ids of its rules in `systems/<core>/ledger.txt`, one row `id | kind | what it is | home` each. A home is
//! `file: name`, or two of them behind a semicolon where a rule has two halves, or `nowhere: reason` for what is told and not played.
//! A test says which rules it proves in the line above its `#[test]`, a comment of nothing but ids: `// VOG-018, R-05`. Start at
//! [`gaps`].

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
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems");
    let mut defects = Vec::new();
    let mut cores = 0;
    for folder in entries(&rules).into_iter().filter(|path| path.join("ledger.txt").is_file()) {
        let ledger = fs::read_to_string(folder.join("ledger.txt")).expect("the ledger can be read");
        defects
            .extend(gaps(&ledger, &sources(&folder.join("src"))).into_iter().map(|gap| format!("{}: {gap}", folder.display())));
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
            [id, kind, what, home]
                if is_id(id) && (PROVEN.contains(&kind) || kind == NARRATIVE) && !what.is_empty() && !home.is_empty() =>
            {
                if rows.insert(id, kind).is_some() {
                    defects.push(format!("{id} is in the ledger twice"));
                }
            }
            _ => defects.push(format!(
                "`{line}` is not a row of a ledger such as `VOG-018 | fight | AR gained by Defend | derived: add_ar`"
            )),
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

/// The items of some code, functions, fields, types and constants, each with the ids that its doc names.
fn documented(text: &str) -> Vec<(&str, BTreeSet<String>)> {
    const BEFORE: [&str; 9] = ["pub", "const", "fn", "struct", "enum", "type", "static", "trait", "unsafe"];
    let mut items = Vec::new();
    let mut doc = String::new();
    for line in text.lines().map(str::trim) {
        if let Some(more) = line.strip_prefix("///") {
            doc += more;
        } else if !line.starts_with("#[") {
            let words = line.split(|c: char| c.is_whitespace() || "(<:,{=;".contains(c)).filter(|word| !word.is_empty());
            let mut words = words.skip_while(|word| BEFORE.contains(word) || ["super)", "crate)"].contains(word));
            if let Some(name) = words.next() {
                items.push((name, ids(&doc)));
            }
            doc.clear();
        }
    }
    items
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

/// The faults of the homes in a ledger, in words: the item is not there, or its doc does not name the rule. `sources` are the files of
/// the core by their path in it, without `.rs`.
fn homeless(ledger: &str, sources: &BTreeMap<String, String>) -> Vec<String> {
    let items: BTreeMap<&str, _> = sources.iter().map(|(name, text)| (name.as_str(), documented(text))).collect();
    let mut faults = Vec::new();
    for line in ledger.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [id, kind, _, home] = cells[..] else { continue };
        if home.starts_with("nowhere: ") && kind != "ruling" {
            continue;
        }
        let homes: Vec<&str> = home.split("; ").collect();
        if homes.len() > 2 {
            faults.push(format!("{id} has {} homes: one is right, two are the most", homes.len()));
        }
        for home in homes {
            match home.split_once(": ") {
                Some((file, name)) => {
                    let docs = items.get(file).into_iter().flatten().filter(|(item, _)| *item == name);
                    let named: Vec<bool> = docs.map(|(_, ids)| ids.contains(id)).collect();
                    if named.is_empty() {
                        faults.push(format!("{id}: there is no `{name}` in `{file}.rs`"));
                    } else if !named.contains(&true) {
                        faults.push(format!("{id}: the doc of `{name}` in `{file}.rs` does not name it"));
                    }
                }
                None => faults.push(format!("{id}: `{home}` is not a home such as `harm: soak`")),
            }
        }
    }
    faults
}

#[test]
fn every_rule_has_a_home_that_names_it() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems");
    let mut faults = Vec::new();
    for folder in entries(&rules).into_iter().filter(|path| path.join("ledger.txt").is_file()) {
        let ledger = fs::read_to_string(folder.join("ledger.txt")).expect("the ledger can be read");
        let within = |(name, text): Source| {
            let path = Path::new(&name).strip_prefix(folder.join("src")).expect("a source of the core").with_extension("");
            (path.display().to_string(), text)
        };
        let mut played: BTreeMap<String, String> = sources(&folder.join("src")).into_iter().map(within).collect();
        played.retain(|name, _| name != "tests" && !name.starts_with("tests/") && !name.ends_with("/tests"));
        let core = folder.file_name().unwrap_or_default().to_string_lossy();
        faults.extend(homeless(&ledger, &played).into_iter().map(|fault| format!("{core}: {fault}")));
    }
    assert!(faults.is_empty(), "{}\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn ids_in_docs_count_alone_and_in_ranges() {
    let code = "/// Sees (VOG-018; section 2).\nfn see() {}\n/// Hears. [CAP-009 to\n/// CAP-011, RU-16c]\n#[inline]\npub(super) fn hear() {}\n\
                /// Dice. [VOG-001]\ndice: u8,\nconst NO: u8 = 1;\n";
    let found: Vec<(&str, String)> =
        documented(code).into_iter().map(|(name, ids)| (name, ids.into_iter().collect::<Vec<_>>().join(" "))).collect();
    let expected = [("see", "VOG-018"), ("hear", "CAP-009 CAP-010 CAP-011 RU-16c"), ("dice", "VOG-001"), ("NO", "")];
    assert_eq!(found, expected.map(|(name, ids)| (name, ids.to_owned())));
}

#[test]
fn homes_that_are_not_there_or_do_not_name_the_rule_are_faults() {
    let code = "/// Soaks (VOG-018).\npub fn soak() {}\n/// Falls.\nfn fall() {}\n/// Dice. [VOG-001]\ndice: u8,\n";
    let sources = BTreeMap::from([("harm".to_owned(), code.to_owned())]);
    let faults = |home: &str| homeless(&format!("VOG-018 | fight | a | {home}"), &sources);
    assert!(faults("harm: soak").is_empty() && faults("nowhere: advice").is_empty());
    assert_eq!(faults("harm: fall"), ["VOG-018: the doc of `fall` in `harm.rs` does not name it"]);
    assert_eq!(faults("harm: soak; act: soak"), ["VOG-018: there is no `soak` in `act.rs`"]);
    assert_eq!(faults("harm"), ["VOG-018: `harm` is not a home such as `harm: soak`"]);
    assert_eq!(faults("harm: soak; harm: soak; harm: soak").len(), 1);
    assert_eq!(homeless("R-01 | ruling | a | nowhere: advice", &sources).len(), 1);
    assert!(homeless("VOG-001 | build | a | harm: dice", &sources).is_empty());
}

fn found(ledger: &str, source: &str) -> Vec<String> {
    gaps(ledger, &[("turns.rs".to_owned(), source.to_owned())])
}

#[test]
fn a_ledger_whose_ids_are_all_named_has_no_gap() {
    let ledger = "VOG-001 | narrative | the last word | nowhere: it is told\nVOG-018 | fight | Defend | act: defend\n\n\
                  R-05 | ruling | Defend over rounds | act: defend\n";
    assert_eq!(found(ledger, "    // VOG-018, R-05\n    #[test]\n    fn defend() {}\n"), Vec::<String>::new());
}

#[test]
fn ids_that_no_test_names_and_ids_that_no_ledger_knows_are_gaps() {
    let ledger = "VOG-018 | fight | Defend | act: a\nVOG-002 | check | a check | act: b\nR-05 | ruling | rounds | act: c";
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
    let ledger = "VOG-018 | fight | Defend | act: defend";
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
    let gaps = found(
        "VOG-001 | narrative | a | b: c\nVOG-001 | narrative | b | b: c\nVOG-003 | fight | d\nVOG-004 | dance | c | b: c\n",
        "",
    );
    assert_eq!(gaps.len(), 3, "{gaps:?}");
    assert!(gaps[0].contains("twice"), "{gaps:?}");
}

/// The ids in the texts of some code that are nothing but ids, outside of its comments: those of rolls and of sentences.
fn told(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in text.lines().map(str::trim).filter(|line| !line.starts_with("//")) {
        // Every second part stands between quotation marks.
        for quoted in line.split('"').skip(1).step_by(2).filter(|quoted| quoted.split(", ").all(is_id)) {
            found.extend(quoted.split(", ").map(str::to_owned));
        }
    }
    found
}

#[test]
fn the_rules_that_act_in_silence_are_those_that_no_story_names() {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems");
    let mut faults = Vec::new();
    for folder in entries(&rules).into_iter().filter(|path| path.join("ledger.txt").is_file()) {
        let core = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let [ledger, silent] =
            ["ledger.txt", "silent.txt"].map(|name| fs::read_to_string(folder.join(name)).expect("every core has both"));
        let silent: BTreeSet<&str> = silent.lines().collect();
        let played = sources(&folder.join("src")).into_iter().filter(|(name, _)| {
            let name = name.split("/src/").last().unwrap_or_default();
            !name.starts_with("tests") && !name.ends_with("/tests.rs") && !name.starts_with("odds")
        });
        let told: BTreeSet<String> = played.flat_map(|(_, text)| told(&text)).collect();
        for (id, kind) in read_ledger(&ledger).0 {
            let expected = !told.contains(id) && kind != NARRATIVE && kind != "build";
            if expected != silent.contains(id) {
                faults.push(format!(
                    "{core}: {id} {} systems/{core}/silent.txt",
                    if expected { "is missing in" } else { "has a voice: take it out of" }
                ));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn ids_are_told_in_texts_and_not_in_comments() {
    let code =
        "// \"VOG-001\"\n/// [VOG-002]\nself.tell(\"VOG-003, R-05\", || format!(\"x {}\", 1));\n.help(\"see (VOG-004)\")\n";
    assert_eq!(told(code).into_iter().collect::<Vec<_>>(), ["R-05", "VOG-003"]);
}
