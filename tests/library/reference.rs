//! The reference pages of the systems are what the code says: `UPDATE_REFERENCE=1 cargo test --test library reference` writes them anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use sparring::systems;

#[test]
fn every_reference_page_is_what_the_code_says() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/reference");
    let update = std::env::var_os("UPDATE_REFERENCE").is_some();
    for system in systems().all() {
        let made = program::cli::reference(system).expect("the starter is valid");
        let path = folder.join(format!("{}.md", system.name()));
        if update {
            fs::create_dir_all(&folder).expect("the folder can be made");
            fs::write(&path, &made).expect("the page can be written");
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let line = kept.lines().zip(made.lines()).position(|(kept, made)| kept != made);
        assert!(
            kept == made,
            "{} is not what the code says (line {line:?}): UPDATE_REFERENCE=1 writes it anew",
            path.display()
        );
    }
}

#[test]
fn every_word_that_a_policy_can_do_is_explained() {
    for system in systems().all() {
        let made = program::cli::reference(system).expect("the starter is valid");
        let policies = made.split("## What a policy can do").nth(1).expect("the chapter is there");
        let policies = policies.split("## What a condition can ask").next().expect("the next chapter is there");
        assert!(policies.contains("| `do` |"), "{}: {policies}", system.name());
        assert!(policies.matches("<br>`attack`: ").count() >= 1, "{}: attacking is not explained", system.name());
    }
}

#[test]
fn every_list_of_modifiers_is_shown_and_its_rows_are_sound() {
    let mut faults = Vec::new();
    let mut lists_of_all = 0;
    for system in systems().all() {
        let name = system.name();
        let ledger: BTreeSet<String> = system.ledger().into_iter().map(|row| row.id).collect();
        let lists = system.modifiers();
        let shown: BTreeSet<String> = lists.iter().map(|list| list.name.to_owned()).collect();
        let declared = tables(&Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(name).join("src"));
        let declared_once: BTreeSet<String> = declared.iter().cloned().collect();
        if declared.len() != declared_once.len() {
            faults.push(format!("{name}: two lists of one name among {declared:?}"));
        }
        if shown != declared_once {
            faults.push(format!("{name}: shows {shown:?}, and declares {declared_once:?}"));
        }
        for list in &lists {
            let rows: Vec<_> = list.rows().collect();
            let (own, ids) = (format!("{name}: {}", list.name), rows.iter().map(|row| row.id).collect::<BTreeSet<_>>());
            if ids.len() != rows.len() {
                faults.push(format!("{own} has two rows of one id"));
            }
            if list.parts.len() < 2 || list.about.is_empty() {
                faults.push(format!("{own} is no list"));
            }
            for row in rows {
                let unknown = row.rules.iter().filter(|id| !ledger.contains(**id));
                faults.extend(unknown.map(|id| format!("{own}: `{}` names {id}, which is not in the ledger", row.id)));
                if row.words.is_empty() || row.words.contains('|') {
                    faults.push(format!("{own}: `{}` has no words", row.id));
                }
            }
        }
        lists_of_all += lists.len();
    }
    assert!(lists_of_all > 0, "no system has a list");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn rules_that_quantities_name_are_in_the_ledger() {
    let (mut unknown, mut named) = (Vec::new(), 0);
    for system in systems().all() {
        let ledger: BTreeSet<String> = system.ledger().into_iter().map(|row| row.id).collect();
        let table = Path::new(env!("CARGO_MANIFEST_DIR")).join("systems").join(system.name()).join("src/quantities.rs");
        let text = fs::read_to_string(table).unwrap_or_default();
        let rules = text.lines().filter_map(|line| line.split_once("] =>")?.0.rsplit_once(" ["));
        for id in rules.flat_map(|(_, rules)| rules.split(", ")) {
            named += 1;
            if !ledger.contains(id) {
                unknown.push(format!("{}: {id}", system.name()));
            }
        }
    }
    assert!(named > 0 && unknown.is_empty(), "{named} named, not in the ledger: {unknown:?}");
}

/// The names of the lists of modifiers and reasons that the sources below a folder declare.
fn tables(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(tables(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source can be read");
            let heads = text.lines().filter_map(|line| line.split_once("} adds ").or_else(|| line.split_once("} asks ")));
            found.extend(heads.filter_map(|(_, head)| Some(head.split_once(" \"")?.0.to_owned())));
        }
    }
    found
}
