//! Every number of the book changes something that is measured, in one of a few scenes.
//!
//! The scenes are the files beside this one in the folder `numbers`. Each begins with the changes that it is for, a comment of one
//! each: `# book.ap.max = 5`. Start at [`every_number_of_the_book_changes_something`].

use std::fs;
use std::path::Path;

use crate::CairnAp;
use frame::rules::RuleSet;
use frame::scenario::{self, Complaints, Raw};
use frame::sim::{Layout, Worker};

/// Numbers of days of all systems, and lists by name, which other tests hold.
const ELSEWHERE: [&str; 6] =
    ["book.day.stop_on_defeat", "book.mishap.alien_weapon.", "book.weapon.", "book.armor.", "book.spell.", "book.role."];

/// The numbers of days that a change is looked for in, one after the other: most of them show soon.
const DAYS: [u64; 2] = [15, 150];

/// The measures of so many days of a scene with these changes; nothing where it does not load.
fn measured(text: &str, changes: &[String], days: u64) -> Option<Vec<Vec<(i64, u64)>>> {
    let text = format!("format = 1\nsystem = \"cairn-ap\"\n{text}");
    let scenario = Raw::from_text("scene.toml", &text, changes).check::<CairnAp>().ok()?;
    let loaded = CairnAp::load(&scenario.document, &mut Complaints::default())?;
    let layout = Layout::new(&loaded);
    let tally = Worker::new(&loaded, &layout, 7).tally(0..days);
    Some((0..layout.catalogue.metrics.len()).map(|metric| tally.counts(metric)).collect())
}

/// The scenes: names, texts and changes.
fn scenes() -> Vec<(String, String, Vec<String>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/numbers");
    let read = |entry: std::io::Result<fs::DirEntry>| {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("a scene");
        let changes = text.lines().filter_map(|line| line.strip_prefix("# book.")).map(|rest| format!("book.{rest}")).collect();
        (path.display().to_string(), text, changes)
    };
    let mut scenes: Vec<_> = fs::read_dir(folder).expect("the folder of scenes").map(read).collect();
    scenes.sort();
    scenes
}

#[test]
fn every_number_of_the_book_changes_something() {
    let (mut proven, mut wrong): (Vec<String>, Vec<String>) = (Vec::new(), Vec::new());
    for (name, text, changes) in scenes() {
        let plain = DAYS.map(|days| measured(&text, &[], days).unwrap_or_else(|| panic!("{name} does not load")));
        for change in changes {
            let set = change.replacen(" = ", "=", 1);
            let changed = |days| measured(&text, std::slice::from_ref(&set), days);
            if changed(0).is_none() {
                wrong.push(format!("{name} does not load with {change}"));
            } else if DAYS.into_iter().zip(&plain).all(|(days, plain)| changed(days).as_ref() == Some(plain)) {
                wrong.push(format!("{change} changes nothing in {name}"));
            }
            proven.push(set.split('=').next().unwrap_or_default().to_owned());
        }
    }
    let known = |path: &str| ELSEWHERE.iter().any(|start| path.starts_with(start)) || proven.iter().any(|one| one == path);
    let settings = scenario::book::<CairnAp>().into_iter().map(|setting| setting.path).filter(|path| !known(path));
    wrong.extend(settings.map(|path| format!("{path} changes nothing in any scene: write a change of it at the head of one")));
    assert_eq!(wrong, Vec::<String>::new());
}
