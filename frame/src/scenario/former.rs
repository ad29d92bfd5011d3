//! Files of former shape: what is called otherwise now or is gone, and how such a file is written anew.
//!
//! Owns the table of retired keys. Comments, order and layout of a file stay as they are, and nothing else of it is touched. Start at
//! [`mend`].

use toml_edit::{DocumentMut, Item, TableLike, Value};

/// The fate of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// True is `on_defeat = "end"`, false is `on_defeat = "go on"`, at the top of the file.
    OnDefeat,
    /// Nothing read it, and it is gone.
    Gone,
}

/// A key that files of earlier versions have.
struct Retired {
    /// The system of the files that have it.
    system: &'static str,
    path: &'static [&'static str],
    fate: Fate,
    /// The words to write instead.
    instead: &'static str,
}

const ON_DEFEAT: &str =
    "write `on_defeat = \"end\"` or `on_defeat = \"go on\"` at the top of the file; without it, a lost fight ends the day";
const GONE: &str = "nothing ever read it: leave it out";

const RETIRED: &[Retired] = &[
    Retired { system: "cairn-ap", path: &["book", "day", "stop_on_defeat"], fate: Fate::OnDefeat, instead: ON_DEFEAT },
    Retired { system: "cairn-ap", path: &["book", "space", "centimetres"], fate: Fate::Gone, instead: GONE },
    Retired { system: "cairn-ap", path: &["book", "pc", "as_pc"], fate: Fate::Gone, instead: GONE },
    Retired { system: "heimr", path: &["book", "xp", "carry_remainder"], fate: Fate::Gone, instead: GONE },
    Retired { system: "heimr", path: &["book", "check"], fate: Fate::Gone, instead: GONE },
];

/// Keys of which the name alone says that they are retired, whatever the system and wherever they stand.
const BY_NAME: [&str; 3] = ["stop_on_defeat", "centimetres", "carry_remainder"];

/// The words to write instead of a key that files of earlier versions have; `None` for any other.
#[must_use]
pub fn instead_of(key: &str) -> Option<&'static str> {
    let retired = RETIRED.iter().find(|retired| retired.path.last() == Some(&key))?;
    BY_NAME.contains(&key).then_some(retired.instead)
}

/// A file written anew.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mended {
    /// Its text.
    pub text: String,
    /// The changes, a sentence each; empty where the text is as it was.
    pub changes: Vec<String>,
}

/// Writes a file of former shape anew. `None` when it is no TOML, which is for the checks to tell.
#[must_use]
pub fn mend(text: &str) -> Option<Mended> {
    let mut document: DocumentMut = text.parse().ok()?;
    let system = document.get("system").and_then(Item::as_str).map(str::to_owned);
    let mut changes = Vec::new();
    for Retired { system: of, path, fate, .. } in RETIRED {
        let retired = match system.as_deref() {
            Some(system) => system == *of,
            None => path.last().is_some_and(|key| BY_NAME.contains(key)),
        };
        if !retired {
            continue;
        }
        let whole = path.join(".");
        let Some(taken) = take(document.as_table_mut(), path) else { continue };
        let written = taken.item.as_value().map_or_else(String::new, |value| value.clone().decorated("", "").to_string());
        match (fate, taken.item.as_bool()) {
            (Fate::OnDefeat, Some(ends)) => {
                let word = if ends { "end" } else { "go on" };
                if document.get("on_defeat").is_none() {
                    set_on_top(&mut document, "on_defeat", word, &taken.comment);
                }
                changes.push(format!("`{whole} = {written}` is `on_defeat = \"{word}\"` now"));
            }
            // A value that is neither true nor false never was one of these.
            (Fate::OnDefeat, None) => return Some(Mended { text: text.to_owned(), changes: Vec::new() }),
            (Fate::Gone, _) => changes.push(format!("`{whole}` is gone: nothing read it")),
        }
    }
    let text = if changes.is_empty() { text.to_owned() } else { document.to_string() };
    Some(Mended { text, changes })
}

/// Something that was taken out of a document.
struct Taken {
    item: Item,
    /// Lines of comments before it and behind it.
    comment: String,
}

/// Takes what stands at a path, and tables that have nothing left because of that.
fn take(table: &mut dyn TableLike, path: &[&str]) -> Option<Taken> {
    let (first, rest) = path.split_first()?;
    if rest.is_empty() {
        let before = table.key(first).map(|key| key.leaf_decor().clone());
        let item = table.remove(first)?;
        let raw = |raw: Option<&toml_edit::RawString>| raw.and_then(toml_edit::RawString::as_str).unwrap_or("").to_owned();
        let before = before.map_or_else(String::new, |decor| raw(decor.prefix()));
        let behind = item.as_value().map_or_else(String::new, |value| raw(value.decor().suffix()));
        let comment = [before, behind].concat();
        let lines = comment.lines().map(str::trim).filter(|line| line.starts_with('#'));
        let comment = lines.fold(String::new(), |all, line| all + line + "\n");
        return Some(Taken { item, comment });
    }
    let inner = table.get_mut(first)?.as_table_like_mut()?;
    let taken = take(inner, rest)?;
    if inner.is_empty() {
        table.remove(first);
    }
    Some(taken)
}

/// Writes a key behind those that stand on top of the file.
fn set_on_top(document: &mut DocumentMut, key: &str, word: &str, comment: &str) {
    document.as_table_mut().insert(key, Item::Value(Value::from(word)));
    if let Some(mut key) = document.as_table_mut().key_mut(key) {
        key.leaf_decor_mut().set_prefix(comment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMER: &str = "# A day.
format = 1
system = \"cairn-ap\"   # the system
title = \"A day\"

[book.day]
# Nia never gives up.
stop_on_defeat = false # really
replace_dead = \"none\"

[book.space]
centimetres = 150

[[side]]
name = \"us\"   # we
";

    #[test]
    fn a_file_of_former_shape_keeps_its_comments_and_its_layout() {
        let mended = mend(FORMER).expect("TOML");
        let due = "# A day.
format = 1
system = \"cairn-ap\"   # the system
title = \"A day\"
# Nia never gives up.
# really
on_defeat = \"go on\"

[book.day]
replace_dead = \"none\"

[[side]]
name = \"us\"   # we
";
        assert_eq!(mended.text, due);
        assert_eq!(
            mended.changes,
            [
                "`book.day.stop_on_defeat = false` is `on_defeat = \"go on\"` now",
                "`book.space.centimetres` is gone: nothing read it"
            ]
        );
        assert_eq!(mend(due), Some(Mended { text: due.to_owned(), changes: Vec::new() }), "once is enough");
    }

    #[test]
    fn keys_are_found_however_they_are_written_and_in_files_of_their_system_alone() {
        for (former, due) in [
            ("system = 'cairn-ap'\nbook.day.stop_on_defeat = true\n", "system = 'cairn-ap'\non_defeat = \"end\"\n"),
            ("system = 'cairn-ap'\nbook = { day = { stop_on_defeat = true } }\n", "system = 'cairn-ap'\non_defeat = \"end\"\n"),
            ("on_defeat = 'end'\nbook.day.stop_on_defeat = false\n", "on_defeat = 'end'\n"),
            ("system = 'heimr'\n[book.xp]\ncarry_remainder = true\n", "system = 'heimr'\n"),
        ] {
            let mended = mend(former).expect("TOML");
            assert_eq!((mended.text.as_str(), mended.changes.len()), (due, 1), "{former}");
        }
        for other in
            ["system = 'vogt'\n[book.day]\nstop_on_defeat = true\n", "system = 'cairn-ap'\nbook.day.stop_on_defeat = 3\n"]
        {
            assert_eq!(mend(other), Some(Mended { text: other.to_owned(), changes: Vec::new() }));
        }
        assert_eq!(mend("[[["), None);
    }

    #[test]
    fn what_is_retired_says_what_to_write_instead() {
        assert!(instead_of("stop_on_defeat").is_some_and(|instead| instead.contains("on_defeat")));
        assert_eq!(instead_of("carry_remainder"), Some(GONE));
        assert_eq!([instead_of("check"), instead_of("hp")], [None; 2]);
    }
}
