//! The house keeps its own rules, those that Cargo does not hold: who may use whom within a crate, which crate may know an outside one,
//! and how every file begins. Crates are found, not listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folders of all crates of the workspace, the program first.
fn crates() -> Vec<PathBuf> {
    let systems = fs::read_dir(root().join("systems")).expect("the systems can be listed");
    let systems = systems.map(|entry| entry.expect("the entry can be read").path());
    let mut found: Vec<PathBuf> =
        [root(), root().join("frame"), root().join("program"), root().join("tables")].into_iter().chain(systems).collect();
    found.retain(|folder| folder.join("Cargo.toml").is_file());
    assert!(found.len() > 8, "only these crates were found: {found:?}");
    found
}

/// The folder of the sources of a system.
fn home(system: &str) -> PathBuf {
    root().join("systems").join(system).join("src")
}

/// The sources of all crates.
fn everything() -> Vec<PathBuf> {
    crates().iter().flat_map(|folder| files(&folder.join("src"), true)).collect()
}

/// The names in a manifest behind `[dependencies]`, up to the next heading.
fn dependencies(folder: &Path) -> BTreeSet<String> {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
    let lines = manifest.lines().skip_while(|line| *line != "[dependencies]").skip(1).take_while(|line| !line.starts_with('['));
    lines.filter_map(|line| line.split(['.', ' ']).next()).filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// Rust files below a folder; those that exist only for tests are left out when `tests` is false.
fn files(folder: &Path, tests: bool) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(&folder).expect("the folder can be read") {
            let path = entry.expect("the entry can be read").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let for_tests =
                ["tests", "tests.rs", "testing.rs", "oracle.rs", "enumeration.rs", "late.rs"].contains(&name.as_str());
            if for_tests && !tests {
                continue;
            }
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// The part of a file that is not for tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("the file can be read");
    let marks = ["#[cfg(test)]\nmod tests", "#[cfg(all(test, "];
    let end = marks.iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The room a file belongs to: its first folder below `src` of its crate, or its own name.
fn room(path: &Path, sources: &Path) -> String {
    let inside = path.strip_prefix(sources).expect("the file is below src");
    let first = inside.components().next().expect("a path has a part").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The table of `frame/src/lib.rs`: which of its rooms may use which.
fn table() -> BTreeMap<String, Vec<String>> {
    let map = fs::read_to_string(root().join("frame/src/lib.rs")).expect("lib.rs can be read");
    let rows = map.lines().skip_while(|line| !line.contains("| module | may use |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with("//! |"));
    let words = |cell: &str| {
        cell.split(',').map(|word| word.trim().trim_matches('`').to_owned()).filter(|word| !word.is_empty()).collect()
    };
    let cells =
        rows.map(|row| row.trim_start_matches("//! |").trim_end_matches('|').split('|').map(str::trim).collect::<Vec<_>>());
    cells.map(|cells| (cells[0].trim_matches('`').to_owned(), words(cells[1]))).collect()
}

#[test]
fn rooms_of_the_frame_use_only_what_the_table_allows() {
    let table = table();
    assert!(table.len() > 10, "the table of lib.rs was found");
    let mut broken = Vec::new();
    let sources = root().join("frame/src");
    for path in files(&sources, false) {
        let room = room(&path, &sources);
        if room == "lib" {
            continue;
        }
        let allowed = table.get(&room).unwrap_or_else(|| panic!("`{room}` is missing in the table of lib.rs"));
        let code = code(&path);
        for (place, _) in code.match_indices("crate::") {
            let used: String =
                code[place + 7..].chars().take_while(|letter| letter.is_alphanumeric() || *letter == '_').collect();
            if used != room && table.contains_key(&used) && !allowed.contains(&used) {
                broken.push(format!("{}: uses {used}", path.display()));
            }
        }
    }
    for core in cores() {
        let allowed = table.get("a core").expect("the table says what a core may use");
        for path in files(&home(&core), false) {
            let code = code(&path);
            let used = code.match_indices("frame::").map(|(place, text)| &code[place + text.len()..]);
            let used = used
                .map(|rest| rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default());
            let strange = used.filter(|used| table.contains_key(*used) && !allowed.iter().any(|room| room == used));
            broken.extend(strange.map(|used| format!("{}: uses {used}", path.display())));
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn reports_never_call_the_command_line() {
    for path in files(&root().join("program/src/report"), true) {
        assert!(!code(&path).contains("crate::cli"), "{} uses cli", path.display());
    }
}

#[test]
fn only_the_list_of_systems_names_a_system() {
    let names: Vec<String> = cores().iter().map(|core| format!("{}::", core.replace('-', "_"))).collect();
    for path in ["frame/src", "program/src", "tables/src"].iter().flat_map(|folder| files(&root().join(folder), false)) {
        let code = code(&path);
        for name in &names {
            let inside = |at: usize| code[..at].ends_with(|letter: char| letter.is_alphanumeric() || "_:".contains(letter));
            let named = code.match_indices(name).any(|(at, _)| !inside(at));
            assert!(!named, "{} names the system {name}", path.display());
        }
    }
}

#[test]
fn nobody_in_front_of_the_door_is_generic_over_a_system() {
    for path in
        ["src", "program/src", "frame/src/analysis", "tables/src"].iter().flat_map(|folder| files(&root().join(folder), false))
    {
        for word in ["RuleSet", "Loaded<", ": Rules", ": Format"] {
            assert!(!code(&path).contains(word), "{} mentions `{word}`", path.display());
        }
    }
}

#[test]
fn files_of_the_command_line_do_not_use_each_other_in_circles() {
    let verbs = files(&root().join("program/src/cli"), false);
    let name = |path: &Path| path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for path in verbs.iter().filter(|path| name(path) != "mod") {
        let code = code(path);
        let uses = |other: &String| {
            [format!("cli::{other}::"), format!("cli::{other};")].iter().any(|text| code.contains(text))
                || code.split("use crate::cli::{").skip(1).any(|list| {
                    let list = list.split("};").next().unwrap_or_default();
                    list.split(',').any(|one| one.trim().split("::").next() == Some(other))
                })
        };
        let others = verbs.iter().map(|other| name(other)).filter(|other| *other != name(path));
        reached.insert(name(path), others.filter(uses).collect());
    }
    assert!(reached.values().map(BTreeSet::len).sum::<usize>() > 50, "hardly any use was found");
    for _ in 0..verbs.len() {
        let known = reached.clone();
        for used in reached.values_mut() {
            let further: BTreeSet<String> = used.iter().filter_map(|next| known.get(next)).flatten().cloned().collect();
            used.extend(further);
        }
    }
    let circle: Vec<&String> = reached.iter().filter(|(file, used)| used.contains(*file)).map(|(file, _)| file).collect();
    assert!(circle.is_empty(), "these use each other in circles: {circle:?}");
}

/// The names of the rules cores: all folders of systems that have a ledger. The template has none: it is no system that anybody plays.
fn cores() -> Vec<String> {
    let folders = crates().into_iter().filter(|path| path.join("ledger.txt").exists());
    let name = |path: PathBuf| path.file_name().expect("a folder has a name").to_string_lossy().into_owned();
    let cores: Vec<String> = folders.map(name).collect();
    assert!(cores.len() >= 5, "only these cores were found: {cores:?}");
    cores
}

#[test]
fn a_system_knows_the_frame_and_no_other_system() {
    let cores = cores();
    for folder in crates().iter().filter(|folder| folder.parent().is_some_and(|parent| parent.ends_with("systems"))) {
        let known = dependencies(folder);
        assert!(known.contains("frame"), "{} does without the frame", folder.display());
        let others: Vec<&String> = known.iter().filter(|name| cores.contains(name) || *name == "tables").collect();
        assert!(others.is_empty(), "{} knows {others:?}", folder.display());
    }
    let known = dependencies(&root().join("frame"));
    let others: Vec<&String> = known.iter().filter(|name| cores.contains(name) || *name == "tables").collect();
    assert!(others.is_empty(), "the frame knows {others:?}");
}

#[test]
fn outside_crates_stay_in_their_rooms() {
    // The guest, the one crate that may know it, and the one room there that may; none where it is the whole crate.
    let homes = [
        ("clap", "program", "cli"),
        ("plotters", "program", "report"),
        ("rayon", "frame", "sim"),
        ("rand_pcg", "frame", "dice"),
        ("statrs", "frame", "stats"),
        ("polars", "tables", ""),
    ];
    for folder in crates() {
        let (known, sources) = (dependencies(&folder), folder.join("src"));
        for (guest, host, home) in homes {
            let at_home = folder == root().join(host);
            let invited =
                known.iter().any(|name| *name == guest || name.starts_with(&format!("{guest}-")) && guest == "polars");
            assert!(!invited || at_home, "{} knows {guest}, which belongs to {host}", folder.display());
            for path in files(&sources, true).into_iter().filter(|_| at_home && !home.is_empty()) {
                let used = code(&path).contains(&format!("use {guest}")) || code(&path).contains(&format!(" {guest}::"));
                assert!(!used || room(&path, &sources) == home, "{} uses {guest}, which belongs to {home}", path.display());
            }
        }
    }
}

#[test]
fn every_file_says_what_it_owns() {
    for path in everything() {
        let text = fs::read_to_string(&path).expect("the file can be read");
        assert!(text.starts_with("//! "), "{} does not begin with //!", path.display());
    }
}

#[test]
fn nothing_unsafe_and_nothing_unfinished_stands_anywhere() {
    for folder in crates() {
        let lib = fs::read_to_string(folder.join("src/lib.rs")).expect("lib.rs can be read");
        assert!(lib.contains("#![forbid(unsafe_code)]"), "{} does not forbid what is unsafe", folder.display());
    }
    for path in everything() {
        let text = fs::read_to_string(&path).expect("the file can be read");
        for mark in ["todo!(", "unimplemented!(", "#[ignore", "#[allow("] {
            assert!(!text.contains(mark), "{} contains {mark}", path.display());
        }
    }
}

/// The names of the types that some code shows to other files, macros and what stands within them included.
fn shown_types(code: &str) -> impl Iterator<Item = &str> {
    code.lines().filter_map(|line| {
        let shown = line.trim_start().strip_prefix("pub")?;
        let item = shown.strip_prefix('(').map_or(shown, |within| within.split_once(')').map_or("", |(_, item)| item));
        let (kind, rest) = item.strip_prefix(' ')?.split_once(' ')?;
        let named = ["struct", "enum", "trait", "type", "union"].contains(&kind);
        // What a macro names begins with `$`: each use of it gives a name of its own.
        let name = rest.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next();
        name.filter(|name| named && !name.is_empty())
    })
}

#[test]
fn a_crate_names_a_type_once() {
    assert_eq!(
        shown_types("pub struct A<T> {\npub(super) enum B {\n    pub trait C: D {\nstruct E;\npub fn f() {}").count(),
        3
    );
    // The program's own pages and rows are told apart by their modules.
    for folder in crates().into_iter().filter(|folder| ![root(), root().join("program")].contains(folder)) {
        let mut homes: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for path in files(&folder.join("src"), true) {
            let text = fs::read_to_string(&path).expect("the file can be read");
            for name in shown_types(&text) {
                homes.entry(name.to_owned()).or_default().push(path.clone());
            }
        }
        assert!(!homes.is_empty(), "{} shows no type", folder.display());
        homes.retain(|_, paths| paths.len() > 1);
        assert!(homes.is_empty(), "these names stand for several types, each needs a name of its own: {homes:#?}");
    }
}

#[test]
fn every_crate_says_once_what_the_workspace_says() {
    for folder in crates() {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).expect("a crate has a manifest");
        let package = manifest.split("[package]").nth(1).expect("a crate is a package");
        for shared in ["version.workspace = true", "edition.workspace = true", "[lints]\nworkspace = true"] {
            assert!(package.contains(shared), "{} does not say `{shared}`", folder.display());
        }
        let own = package
            .split("dependencies]")
            .skip(1)
            .flat_map(|part| part.lines().skip(1).take_while(|line| !line.starts_with('[')));
        let wrong: Vec<&str> = own
            .filter(|line| {
                !line.is_empty() && !line.starts_with('#') && !line.contains("workspace = true") && !line.contains("path = ")
            })
            .collect();
        assert!(wrong.is_empty(), "{}: versions stand once, in the workspace: {wrong:?}", folder.display());
    }
}

/// The code without what is only told: the arguments of every `tell(`.
fn untold(code: &str) -> String {
    let mut parts = code.split("tell(");
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let mut depth = 1;
        let closes = |letter: char| {
            depth += i32::from(letter == '(') - i32::from(letter == ')');
            depth == 0
        };
        kept += part.find(closes).map_or("", |end| &part[end..]);
    }
    kept
}

/// Functions that make sentences for a replay, and no part of a silent fight.
const OF_SENTENCES: [(&str, &str); 1] = [("injury-d20", "wanted_now")];

#[test]
fn fights_of_every_system_are_optimized_as_far_as_it_goes() {
    let house = fs::read_to_string(root().join("Cargo.toml")).expect("the house has a manifest");
    let release =
        house.split("\n[profile.release.package]\n").nth(1).and_then(|behind| behind.split("\n[").next()).unwrap_or_default();
    for system in cores().into_iter().chain(["own".to_owned()]) {
        let line = format!("sparring-{system} = {{ codegen-units = 1, opt-level = 3 }}");
        assert!(release.lines().any(|found| found == line), "under [profile.release.package] of Cargo.toml stands no `{line}`");
    }
    // A line for the program itself makes Cargo forget `strip`, and one for all packages optimizes what runs only while building.
    for name in ["sparring =", "\"*\" ="] {
        let stands = release.lines().any(|line| line.starts_with(name));
        assert!(!stands, "`{name}` may not stand under [profile.release.package]");
    }
    assert!(!house.contains("[profile.release.package.\"*\"]"), "what runs only while building would be optimized");
}

#[test]
fn the_path_of_a_fight_has_no_heap_and_nothing_dynamic() {
    assert_eq!(untold("a(); x.tell(\"R\", || f(\"b\".to_owned())); c()"), "a(); x.); c()");
    const HEAP: [&str; 9] =
        ["dyn ", "Box<", "HashMap", "vec!", "to_owned()", "to_string()", "to_vec()", "Vec::new", "String::"];
    let mut wrong = Vec::new();
    for core in cores() {
        let (mut rules, mut excused) = (0, 0);
        for path in files(&home(&core), false) {
            let code = code(&path);
            for function in blocks(&code, " Play<").flat_map(|block| block.split("\n    }\n")) {
                rules += 1;
                let name = function.split("fn ").nth(1).and_then(|rest| rest.split(['(', '<']).next()).unwrap_or_default();
                if OF_SENTENCES.contains(&(core.as_str(), name)) {
                    excused += 1;
                    continue;
                }
                // What the exact solver settles at once is never asked in a silent fight; whoever makes sentences is asked by `tell`.
                let head = function.split("fn ").nth(1).and_then(|rest| rest.split(" {").next()).unwrap_or_default();
                if function.contains("settle(") || head.contains("-> String") || head.contains("-> Option<String>") {
                    continue;
                }
                let untold = untold(function);
                let found = HEAP.iter().filter(|word| untold.contains(**word));
                wrong.extend(found.map(|word| format!("{}: {name} mentions {word}", path.display())));
            }
        }
        assert!(rules > 50, "only {rules} rules of {core} were found");
        let named = OF_SENTENCES.iter().filter(|(of, _)| *of == core).count();
        assert_eq!(excused, named, "OF_SENTENCES names functions that {core} does not have");
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The parameters of every function of some code, by its name.
fn functions(code: &str) -> Vec<(&str, Vec<&str>)> {
    let starts = code.match_indices("fn ").filter(|&(at, _)| code[..at].ends_with([' ', '\n']));
    let named = starts.map(|(at, text)| &code[at + text.len()..]);
    named.filter_map(|rest| Some((rest.split(['(', '<']).next()?, parameters(&rest[..rest.len().min(4000)])?))).collect()
}

/// The arguments in the parentheses of a function's head, split at its commas.
fn parameters(head: &str) -> Option<Vec<&str>> {
    let (mut depth, mut from, mut found) = (0_i32, None, Vec::new());
    let mut before = ' ';
    for (at, letter) in head.char_indices() {
        let within = from.is_some();
        match letter {
            // The generics of a function stand before its parameters, and may have parentheses of their own.
            '(' if !within && depth == 0 => from = Some(at + 1),
            ')' if within && depth == 0 => {
                found.extend(from.map(|from| &head[from..at]));
                return Some(found.into_iter().map(str::trim).filter(|text| !text.is_empty()).collect());
            }
            '(' | '<' | '[' | '{' => depth += 1,
            '>' if before == '-' || before == '=' => {}
            ')' | '>' | ']' | '}' => depth -= 1,
            ',' if within && depth == 0 => {
                found.extend(from.map(|from| &head[from..at]));
                from = Some(at + 1);
            }
            _ => {}
        }
        before = letter;
    }
    None
}

/// The blocks of some code that begin with `impl` and name this.
fn blocks<'a>(code: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let blocks = code.split("\n}").filter_map(|block| block.rfind("\nimpl").map(|at| &block[at..]));
    blocks.filter(move |block| block.split_once('{').is_some_and(|(head, _)| head.contains(name)))
}

#[test]
fn rules_are_methods_of_a_fight_in_progress() {
    const ARGUMENTS_MOST: usize = 5;
    let (mut wrong, mut found) = (Vec::new(), 0);
    for core in cores() {
        for path in files(&home(&core), false) {
            let code = code(&path);
            let contract: Vec<&str> = blocks(&code, " Plays for Core").collect();
            for (name, given) in functions(&code) {
                let (fight, table) =
                    (given.iter().any(|one| one.contains("Fight")), given.iter().any(|one| one.contains("Table<")));
                if fight && table && !contract.iter().any(|block| block.contains(&format!("fn {name}<"))) {
                    wrong.push(format!("{}: {name} is handed both the fight and the table", path.display()));
                }
            }
            for (name, given) in blocks(&code, " Play<").flat_map(functions) {
                found += 1;
                let given: Vec<&str> = given.into_iter().filter(|one| !one.ends_with("self")).collect();
                if given.len() > ARGUMENTS_MOST {
                    wrong.push(format!("{}: {name} has {} arguments", path.display(), given.len()));
                }
                if given.iter().any(|one| one.contains(": (")) {
                    wrong.push(format!("{}: {name} is handed a tuple", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(found > 600, "only {found} rules were found");
}

/// The room of a core that a file belongs to: its first folder below the core, or its own name.
fn room_of_core(path: &Path, core: &str) -> String {
    let inside = path.strip_prefix(home(core)).expect("the file is of the core");
    let first = inside.components().next().expect("a path has a part").as_os_str().to_string_lossy().into_owned();
    first.trim_end_matches(".rs").to_owned()
}

/// The code of the rooms of a core, but for its root: the root holds the contract, uses all rooms and is used by all.
fn rooms(core: &str) -> BTreeMap<String, String> {
    let mut rooms = BTreeMap::new();
    for path in files(&home(core), false) {
        let room = room_of_core(&path, core);
        if !["lib", "core"].contains(&room.as_str()) {
            *rooms.entry(room).or_insert_with(String::new) += &code(&path);
        }
    }
    rooms
}

/// The rooms whose methods each room calls on the rules, the fight in progress or itself: of those that only one room defines,
/// but for methods of these names.
fn calls<'a>(rooms: &'a BTreeMap<String, String>, but: &[&str]) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    const OWNERS: [&str; 5] = ["self", "rules", "play", "core", "lend()"];
    let mut homes: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    // Questions about dice name their own methods after the rules that they ask.
    for (room, code) in rooms.iter().filter(|(room, _)| *room != "odds") {
        let methods = code.lines().filter(|line| line.starts_with("    ") && !line.starts_with("     "));
        let names = methods.filter_map(|line| line.split_once("fn ")).filter_map(|(_, rest)| rest.split(['(', '<']).next());
        for name in names {
            homes.entry(name).or_default().insert(room);
        }
    }
    let name = |text: &'_ str| text.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(text.len());
    let mut calls: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (room, code) in rooms {
        let called = calls.entry(room).or_default();
        for (at, _) in code.match_indices('.') {
            let (before, after) = (&code[..at], &code[at + 1..]);
            let method = &after[..name(after)];
            let is_call = ["(", "::<"].iter().any(|next| after[method.len()..].starts_with(next));
            let owned = is_call && !but.contains(&method) && OWNERS.iter().any(|owner| before.ends_with(owner));
            if owned && let Some(homes) = homes.get(method).filter(|homes| homes.len() == 1) {
                called.extend(homes.iter().filter(|home| *home != room));
            }
        }
    }
    calls
}

/// Rooms that come before the rules: words, loading, state, reading. They call nobody but each other.
const BEFORE_RULES: [&str; 22] = [
    "abilities",
    "book",
    "build",
    "condition",
    "derived",
    "fighter",
    "flag",
    "gear",
    "ground",
    "inventory",
    "mastery",
    "outfit",
    "plan",
    "policies",
    "policy",
    "rolls",
    "rulings",
    "scene",
    "sheet",
    "state",
    "wildcraft",
    "wounds",
];
/// Rooms that come after the rules, which no other room calls.
const AFTER_RULES: [&str; 2] = ["odds", "profile"];
/// Doors: calls against the order that stand until somebody moves what is called.
const DOORS: [(&str, &str, &str); 1] = [("cairn-ap", "inventory", "decide")];
/// Where the rules of a core go round: an action sets off what others have held or readied, and that is an action again. The
/// functions of one room by which that happens are the one way by which calls may lead back to where they came from; the page
/// of the core names them. In `injury-d20` a decision that slips asks what could be carried out, which is tried in a copy.
const WAYS_ROUND: [(&str, &str, &[&str]); 4] = [
    ("cairn-ap", "deeds", &["offers"]),
    ("injury-d20", "act", &["offers"]),
    ("cairn-ap", "held", &["before_attack", "after_attack"]),
    (
        "heimr",
        "ready",
        &[
            "triggers_before",
            "triggers_after",
            "hit_triggers",
            "triggers_of",
            "entrance_triggers",
            "intends",
            "is_let",
            "has_done",
        ],
    ),
];

/// The functions by which the rules of a core go round, with the rooms in which they stand.
fn ways_round(core: &str) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    WAYS_ROUND.into_iter().filter(move |(name, ..)| *name == core).map(|(_, room, functions)| (room, functions))
}

#[test]
fn rooms_of_a_core_call_only_what_comes_before_them() {
    let (mut wrong, mut found, mut closed) = (Vec::new(), 0, DOORS.to_vec());
    for core in cores() {
        let rooms = rooms(&core);
        for (room, called) in calls(&rooms, &[]) {
            found += called.len();
            for called in called {
                let early = BEFORE_RULES.contains(&room) && !BEFORE_RULES.contains(&called);
                let late = AFTER_RULES.contains(&called) && !AFTER_RULES.contains(&room);
                if early || late {
                    let door = (core.as_str(), room, called);
                    closed.retain(|other| *other != door);
                    wrong.extend((!DOORS.contains(&door)).then(|| format!("{core}: {room} calls {called}")));
                }
            }
        }
    }
    assert!(found > 300, "only {found} pairs of rooms were found");
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(closed.is_empty(), "nobody goes through these doors any longer: {closed:?}");
}

#[test]
fn rooms_do_not_call_each_other_in_circles() {
    for core in cores() {
        let rooms = rooms(&core);
        let round: Vec<&str> = ways_round(&core).flat_map(|(_, functions)| functions).copied().collect();
        let mut reached = calls(&rooms, &round);
        loop {
            let more =
                |called: &BTreeSet<&str>| called.iter().flat_map(|next| &reached[next]).copied().collect::<BTreeSet<&str>>();
            let next: BTreeMap<&str, BTreeSet<&str>> =
                reached.iter().map(|(room, called)| (*room, &more(called) | called)).collect();
            if next == reached {
                break;
            }
            reached = next;
        }
        let circle: Vec<&str> = reached.iter().filter(|(room, called)| called.contains(*room)).map(|(room, _)| *room).collect();
        assert!(circle.is_empty(), "{core}: these rooms call each other in circles: {circle:?}");
    }
}

#[test]
fn the_rules_of_a_core_go_round_where_its_page_says() {
    for core in cores() {
        let rooms = rooms(&core);
        let page = fs::read_to_string(root().join("systems").join(&core).join("README.md")).expect("the page can be read");
        for (door, function) in ways_round(&core).flat_map(|(door, all)| all.iter().map(move |function| (door, function))) {
            assert!(rooms[door].contains(&format!("fn {function}(")), "{core}: {door} has no {function}");
            let called = rooms.iter().any(|(room, code)| room != door && code.contains(&format!(".{function}(")));
            assert!(called, "{core}: no room but {door} calls {function}");
            assert!(page.contains(&format!("`{function}`")), "{core}: the page does not name {function}");
        }
    }
}

/// Words decide nothing and play nothing: they name neither the fight in progress nor dice at a table.
#[test]
fn words_of_a_core_hold_no_rules() {
    const WORDS: [&str; 6] = ["book", "policy", "rolls", "rulings", "scene", "sheet"];
    for core in cores() {
        for (room, code) in rooms(&core).iter().filter(|(room, _)| WORDS.contains(&room.as_str())) {
            for word in ["Play<", "Table<", "impl Core"] {
                assert!(!code.contains(word), "{core}: {room} mentions `{word}`");
            }
        }
    }
}

/// Numbers of books that describe and decide nothing: they are told to players, not played.
const DESCRIPTIVE: [(&str, &str); 1] = [("vogt", "square_feet")];

/// The sections of a book by their types, with their fields and the kinds of these: lines such as `ar_bonus: i32 = 2,` behind one
/// such as `pub Armors {`.
fn sections(book: &str) -> BTreeMap<&str, Vec<(&str, &str)>> {
    let (mut sections, mut section) = (BTreeMap::<&str, Vec<(&str, &str)>>::new(), None);
    for line in book.lines().map(|line| line.trim().trim_start_matches("pub ")) {
        if let Some(name) = line.strip_suffix(" {").filter(|name| is_type(name)) {
            section = Some(name);
        } else if let Some((name, rest)) = line.split_once(": ").filter(|_| line.ends_with([',', '(', '[', '{']))
            && let Some((kind, _)) = rest.split_once(" = ")
            && let Some(section) = section
            && words_of(name).eq([name.trim_start_matches("r#")])
        {
            sections.entry(section).or_default().push((name.trim_start_matches("r#"), kind));
        }
    }
    sections
}

/// True for a word that can be a type.
fn is_type(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_uppercase()) && word.bytes().all(|letter| letter.is_ascii_alphanumeric())
}

/// The words of some code.
fn words_of(code: &str) -> impl Iterator<Item = &str> {
    let words = code.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    words.filter(|word| !word.is_empty() && *word != "r")
}

/// The words and marks of some code, one by one.
fn tokens(code: &str) -> Vec<&str> {
    let (mut tokens, mut rest) = (Vec::new(), code);
    while let Some(first) = rest.chars().next() {
        let is_word = |letter: char| letter.is_alphanumeric() || letter == '_';
        let end = if is_word(first) { rest.find(|letter| !is_word(letter)).unwrap_or(rest.len()) } else { first.len_utf8() };
        tokens.extend(Some(&rest[..end]).filter(|token| !token.trim().is_empty()));
        rest = &rest[end..];
    }
    tokens
}

/// What a function reads, and of what it speaks.
#[derive(Default)]
struct Function<'a> {
    /// Fields of names of its own, of results and of parts: `.die` of `book.attack.die` is none of these.
    reads: BTreeSet<&'a str>,
    /// Fields of itself.
    own: BTreeSet<&'a str>,
    /// Fields behind fields: `attack` and `die`.
    paths: BTreeSet<[&'a str; 2]>,
    /// Fields that it names at all, and those that it takes apart.
    named: BTreeSet<&'a str>,
    /// The types that it names.
    types: BTreeSet<&'a str>,
    /// The fields of a type that it takes apart.
    parts: BTreeSet<[&'a str; 2]>,
    /// The type to which it belongs.
    of: Option<&'a str>,
    /// Its name.
    name: &'a str,
    /// The types of what it returns.
    returns: Vec<&'a str>,
}

/// Names that stand for no part of a book.
const NO_PARTS: [&str; 8] = ["self", "body", "fight", "rules", "rulings", "fighter", "play", "core"];

impl<'a> Function<'a> {
    /// The functions of some code, without what stands before the first of a file or in a table of fields.
    fn all(code: &'a str) -> Vec<Self> {
        let (mut functions, mut of, mut inside) = (Vec::new(), None, false);
        let tokens = tokens(code);
        for (at, token) in tokens.iter().enumerate() {
            match *token {
                "impl" => of = tokens[at..].iter().copied().find(|token| is_type(token) && token.len() > 1),
                "fn" => {
                    let head = tokens[at..].split(|token| ["{", ";"].contains(token)).next().unwrap_or_default();
                    let returns = head.split(|token| *token == ">").skip(1).flatten().copied().filter(|token| is_type(token));
                    let (name, returns) = (head.get(1).copied().unwrap_or_default(), returns.collect());
                    functions.push(Function { of, name, returns, ..Function::default() });
                    inside = true;
                }
                "section" | "use" => inside = false,
                _ => {}
            }
            if let Some(function) = functions.last_mut().filter(|_| inside) {
                function.read(&tokens, at);
            }
        }
        functions
    }

    /// Reads a token and those around it.
    fn read(&mut self, tokens: &[&'a str], at: usize) {
        let near = |offset: isize| at.checked_add_signed(offset).and_then(|at| tokens.get(at)).copied().unwrap_or_default();
        let token = tokens[at];
        if is_type(token) {
            self.types.insert(token);
            if near(1) == "{" {
                let inside = tokens[at + 2..].iter().take_while(|token| **token != "}");
                self.parts.extend(inside.map(|part| [token, part]));
            }
        }
        if [".", ",", "{"].contains(&near(-1)) {
            self.named.insert(token);
        }
        if near(-1) != "." || near(1) == "(" {
            return;
        }
        let (receiver, before) = (near(-2), near(-3));
        if before == "." && !receiver.starts_with(|first: char| first.is_ascii_digit()) {
            self.paths.insert([receiver, token]);
        } else if receiver == "self" {
            self.own.insert(token);
        } else if !NO_PARTS.contains(&receiver) {
            self.paths.insert([receiver, token]);
            self.reads.insert(token);
        }
    }

    /// The fields that it takes of a section that stands under one of these names: by their paths, by its type, or by a name of its own
    /// where it speaks of that section. Others are among them, since nobody knows what a name of its own stands for.
    fn taken(&self, section: &str, names: &BTreeSet<&str>) -> impl Iterator<Item = &'a str> {
        let by_path = self.paths.iter().filter(|[name, _]| names.contains(name)).map(|[_, field]| *field);
        let by_type = self.parts.iter().filter(move |[of, _]| *of == section).map(|[_, field]| *field);
        let own = self.own.iter().filter(move |_| self.of == Some(section)).copied();
        let speaks = self.types.contains(section) || !self.named.is_disjoint(names);
        by_path.chain(by_type).chain(own).chain(self.reads.iter().filter(move |_| speaks).copied())
    }
}

/// True if code reads a field of this name.
fn reads(code: &str, field: &str) -> bool {
    code.match_indices(&format!(".{field}")).any(|(at, text)| {
        let next = code[at + text.len()..].chars().next().unwrap_or(' ');
        !next.is_alphanumeric() && next != '_' && next != '('
    })
}

#[test]
fn every_key_of_a_policy_is_read_by_its_core() {
    let (mut unread, mut found) = (Vec::new(), 0);
    let shared = code(&root().join("frame/src/rules/declare.rs"));
    for core in cores() {
        let folder = home(&core);
        let whole: String = files(&folder, false).iter().map(|path| code(path)).collect::<String>() + &shared;
        let policy = code(&folder.join("policy.rs"));
        let declared = policy.lines().filter_map(|line| line.trim().trim_start_matches("pub ").split_once(": "));
        let is_key = |kind: &str| kind.ends_with(',') || kind.ends_with("_TARGET;");
        let keys = declared.filter(|(_, kind)| is_key(kind)).map(|(name, _)| name);
        for key in keys.filter(|key| key.bytes().all(|letter| letter.is_ascii_lowercase() || letter == b'_')) {
            found += 1;
            if !reads(&whole, key) {
                unread.push(format!("{core}: {key}"));
            }
        }
    }
    assert!(found > 120, "only {found} keys were found");
    assert!(unread.is_empty(), "no code of their core reads these: {unread:#?}");
}

#[test]
fn every_number_of_a_book_is_read_by_its_core() {
    let (mut unread, mut found, mut strange, mut taken) = (Vec::new(), 0, 0, 0);
    for core in cores() {
        let folder = home(&core);
        let is_book = |path: &Path| {
            path.strip_prefix(&folder).is_ok_and(|inside| inside.starts_with("book") || inside == Path::new("book.rs"))
        };
        let all = files(&folder, false);
        let whole: String = all.iter().map(|path| code(path).replace("r#", "") + "\n").collect();
        let book: String = all.iter().filter(|path| is_book(path)).map(|path| code(path) + "\n").collect();
        let (sections, functions) = (sections(&book), Function::all(&whole));
        // The names under which the sections stand in others; the book itself is one by its name.
        let mut names: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::from([("Book", BTreeSet::from(["book"]))]);
        for (field, kind) in sections.values().flatten() {
            for section in words_of(kind).filter(|word| sections.contains_key(word)) {
                names.entry(section).or_default().insert(field);
            }
        }
        // So are the functions by which one section picks another.
        for function in functions.iter().filter(|function| function.of.is_some_and(|of| sections.contains_key(of))) {
            let picked = function.returns.iter().filter(|picked| sections.contains_key(*picked));
            picked.for_each(|section| _ = names.entry(section).or_default().insert(function.name));
        }
        let every: BTreeSet<&str> = sections.values().flatten().map(|(field, _)| *field).collect();
        for (section, fields) in &sections {
            let names = names.remove(section).unwrap_or_default();
            let read: BTreeSet<&str> = functions.iter().flat_map(|function| function.taken(section, &names)).collect();
            let fields: BTreeSet<&str> = fields.iter().map(|(field, _)| *field).collect();
            found += fields.len();
            let told = |field: &&&str| DESCRIPTIVE.contains(&(core.as_str(), **field));
            let missing = fields.iter().filter(|field| !read.contains(**field) && !told(field));
            unread.extend(missing.map(|field| format!("{core}: {section}: {field}")));
            // Fields that it does not have tell whether reading is told apart from mentioning.
            strange += every.difference(&fields).count();
            taken += every.difference(&fields).filter(|field| read.contains(**field)).count();
        }
    }
    assert!(found > 1000, "only {found} numbers were found");
    assert!(taken * 10 < strange, "{taken} of {strange} fields that their sections do not have would be read");
    assert!(unread.is_empty(), "no code of their core reads these: {unread:#?}");
}

#[test]
fn the_map_of_the_rules_names_files_and_functions_that_are_there() {
    let map = fs::read_to_string(root().join("systems/README.md")).expect("the map can be read");
    let columns = ["vogt", "cairn-ap", "heimr", "bdp", "injury-d20"];
    let rows: Vec<&str> = map.lines().skip_while(|line| !line.starts_with("| what happens")).skip(2).collect();
    let (mut missing, mut found) = (Vec::new(), 0);
    for row in rows.into_iter().take_while(|line| line.starts_with('|')) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), columns.len() + 1, "{row}");
        for (core, cell) in columns.iter().zip(&cells[1..]).filter(|(_, cell)| **cell != "none") {
            for part in cell.split(';') {
                let mut names = part.split('`').skip(1).step_by(2);
                let file = names.next().unwrap_or_else(|| panic!("no file in `{part}` of {row}"));
                let path = home(core).join(format!("{file}.rs"));
                let code = if path.exists() { code(&path) } else { String::new() };
                missing.extend(code.is_empty().then(|| format!("{core}: {file}")));
                for function in names {
                    found += 1;
                    let there = ["(", "<"].iter().any(|next| code.contains(&format!("fn {function}{next}")));
                    missing.extend((!there).then(|| format!("{core}: {file}: {function}")));
                }
            }
        }
    }
    assert!(found > 80, "only {found} functions were found");
    assert!(missing.is_empty(), "{missing:#?}");
}
