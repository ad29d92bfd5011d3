//! Adopting: what a patch says, written into the files of a scenario.
//!
//! Owns where each part of a patch belongs and how it gets there: values are replaced where they stand, everything else of a file, its comments
//! and its layout, stays. Whether the files mean the same as the scenario with its patch is for the caller to prove, by their digests. Start at
//! [`adopt`].

use std::collections::BTreeMap;

use toml_edit::{ArrayOfTables, DocumentMut, Item, Table, TableLike, Value};

use super::patch::ITS_OWN;

/// Keys of a patch that are written nowhere: labels, and what it calls itself.
const LABELS: [&str; 2] = ["format", "system"];

/// The files of a scenario with a patch written into them: each file that becomes another one, with its new text. The scenario comes first in
/// `files`; then those that it includes.
///
/// # Errors
/// A file or a patch that cannot be taken apart, or a part of the patch that has no place.
pub fn adopt(files: &[(String, String)], patch: &str) -> Result<Vec<(String, String)>, String> {
    let patch: DocumentMut = patch.parse().map_err(|error| format!("the patch is no TOML: {error}"))?;
    if patch.contains_key("include") {
        return Err("the patch includes other files: write what they say into it".to_owned());
    }
    let mut documents = Vec::new();
    for (name, text) in files {
        let document: DocumentMut = text.parse().map_err(|error| format!("{name} is no TOML: {error}"))?;
        documents.push(document);
    }
    let mut likes = Likes::default();
    documents.iter().chain([&patch]).for_each(|document| likes.add(document));
    for (key, item) in patch.iter().filter(|(key, _)| !ITS_OWN.contains(key) && !LABELS.contains(key)) {
        match key {
            "combatant" | "policy" => {
                for (name, item) in item.as_table_like().into_iter().flat_map(|table| table.iter()) {
                    let has = |document: &DocumentMut| {
                        document.get(key).and_then(Item::as_table_like).is_some_and(|table| table.contains_key(name))
                    };
                    // What the scenario says goes before what it includes, and of that the last.
                    let place = if has(&documents[0]) { 0 } else { documents.iter().rposition(has).unwrap_or(0) };
                    merge_at(&mut documents[place], key, name, item);
                }
            }
            "side" => people(&mut documents[0], item, &likes)?,
            "expect" => expectations(&mut documents[0], item),
            _ => merge(documents[0].as_table_mut(), false, key, item),
        }
    }
    let texts = documents.iter().map(ToString::to_string);
    let changed = files.iter().zip(texts).filter(|((_, old), new)| old != new);
    Ok(changed.map(|((name, _), text)| (name.clone(), text)).collect())
}

/// The names that templates have, and what they are like.
#[derive(Default)]
struct Likes(BTreeMap<String, (Option<String>, Option<String>)>);

impl Likes {
    /// Adds the templates of a file.
    fn add(&mut self, document: &DocumentMut) {
        for (name, item) in document.get("combatant").and_then(Item::as_table_like).into_iter().flat_map(|table| table.iter()) {
            let Some(table) = item.as_table_like() else { continue };
            self.0.insert(name.to_owned(), (text(table, "name"), text(table, "like")));
        }
    }

    /// The name by which somebody is called.
    fn called(&self, member: &dyn TableLike) -> Option<String> {
        let (mut name, mut like, mut first) = (text(member, "name"), text(member, "like"), None);
        for _ in 0..=self.0.len() {
            if name.is_some() {
                return name;
            }
            let template = like?;
            first = first.or_else(|| Some(template.clone()));
            let Some((its_name, its_like)) = self.0.get(&template) else { return first };
            (name, like) = (its_name.clone(), its_like.clone());
            if name.is_none() && like.is_none() {
                return first;
            }
        }
        first
    }

    /// True if somebody is like this template, directly or by another one.
    fn is_like(&self, member: &dyn TableLike, who: &str) -> bool {
        let mut like = text(member, "like");
        for _ in 0..=self.0.len() {
            match like {
                Some(template) if template == who => return true,
                Some(template) => like = self.0.get(&template).and_then(|(_, like)| like.clone()),
                None => return false,
            }
        }
        false
    }
}

/// The text at a key.
fn text(table: &dyn TableLike, key: &str) -> Option<String> {
    table.get(key).and_then(Item::as_str).map(str::to_owned)
}

/// Lays a named entry of a section over that of a document.
fn merge_at(document: &mut DocumentMut, section: &str, name: &str, item: &Item) {
    let table = document.as_table_mut();
    if !table.contains_key(section) {
        let mut new = Table::new();
        new.set_implicit(true);
        table.insert(section, Item::Table(new));
    }
    let Some(section) = table.get_mut(section) else { return };
    let one_line = section.is_value();
    if let Some(section) = section.as_table_like_mut() {
        merge(section, one_line, name, item);
    }
}

/// Lays a value over that of a key: tables merge, anything else is replaced where it stands, with the comments around it. `one_line` is true of
/// a table that stands on one line, in which everything is a value.
fn merge(into: &mut dyn TableLike, one_line: bool, key: &str, item: &Item) {
    let dotted = into.is_dotted();
    match (into.get_mut(key), item.as_table_like()) {
        (Some(old), Some(new)) if old.is_table_like() => {
            let one_line = old.is_value();
            let Some(old) = old.as_table_like_mut() else { return };
            for (key, item) in new.iter() {
                merge(old, one_line, key, item);
            }
        }
        (Some(Item::Value(old)), _) => {
            if let Ok(mut value) = item.clone().into_value() {
                *value.decor_mut() = old.decor().clone();
                *old = value;
            }
        }
        (Some(old), _) => *old = fresh(item, dotted),
        (None, _) => {
            let item = match item.clone().into_value() {
                Ok(value) if one_line || item.is_value() => Item::Value(plain(&value)),
                _ => fresh(item, dotted),
            };
            into.insert(key, item);
        }
    }
}

/// A part of a patch without its place there, so that it stands where it is put; with points in its keys where those around it have them.
fn fresh(item: &Item, dotted: bool) -> Item {
    match item {
        Item::Table(table) => Item::Table(fresh_table(table, dotted)),
        Item::ArrayOfTables(tables) => Item::ArrayOfTables(tables.iter().map(|table| fresh_table(table, false)).collect()),
        Item::Value(value) => Item::Value(plain(value)),
        Item::None => Item::None,
    }
}

/// A table without its place.
fn fresh_table(table: &Table, dotted: bool) -> Table {
    let mut new = Table::new();
    let dotted = dotted || table.is_dotted();
    new.set_implicit(table.is_implicit());
    new.set_dotted(dotted);
    for (key, item) in table {
        new.insert(key, fresh(item, dotted));
    }
    new
}

/// A value without what stood around it.
fn plain(value: &Value) -> Value {
    value.clone().decorated(" ", "")
}

/// The tables of a list, in either way to write it.
fn tables(item: &mut Item) -> Vec<(&mut dyn TableLike, bool)> {
    match item {
        Item::ArrayOfTables(tables) => tables.iter_mut().map(|table| (table as &mut dyn TableLike, false)).collect(),
        Item::Value(Value::Array(values)) => {
            let tables = values.iter_mut().filter_map(Value::as_inline_table_mut);
            tables.map(|table| (table as &mut dyn TableLike, true)).collect()
        }
        _ => Vec::new(),
    }
}

/// Puts a table at the end of a list; makes the list if there is none.
fn push(into: &mut dyn TableLike, key: &str, table: &dyn TableLike) {
    let mut new = Table::new();
    for (key, item) in table.iter() {
        new.insert(key, fresh(item, false));
    }
    match into.get_mut(key) {
        Some(Item::Value(Value::Array(values))) => values.push(new.into_inline_table()),
        Some(Item::ArrayOfTables(tables)) => tables.push(new),
        _ => {
            let mut tables = ArrayOfTables::new();
            tables.push(new);
            into.insert(key, Item::ArrayOfTables(tables));
        }
    }
}

/// The elements of a list of a patch, in either way to write it.
fn elements(item: &Item) -> Vec<&dyn TableLike> {
    match item {
        Item::ArrayOfTables(tables) => tables.iter().map(|table| table as &dyn TableLike).collect(),
        Item::Value(Value::Array(values)) => {
            values.iter().filter_map(Value::as_inline_table).map(|table| table as &dyn TableLike).collect()
        }
        _ => Vec::new(),
    }
}

/// Adds expectations; one of what is expected already takes the place of that.
fn expectations(document: &mut DocumentMut, item: &Item) {
    for new in elements(item) {
        let that = text(new, "that");
        let known = document.get_mut("expect").map(tables).unwrap_or_default();
        let same = known.into_iter().find(|(one, _)| that.is_some() && text(&**one, "that") == that);
        match same {
            Some((old, one_line)) => {
                let gone: Vec<String> =
                    old.iter().map(|(key, _)| key.to_owned()).filter(|key| !new.contains_key(key)).collect();
                gone.iter().for_each(|key| {
                    old.remove(key);
                });
                new.iter().for_each(|(key, item)| merge(old, one_line, key, item));
            }
            None => push(document.as_table_mut(), "expect", new),
        }
    }
}

/// Changes sides and those who stand on them.
fn people(document: &mut DocumentMut, item: &Item, likes: &Likes) -> Result<(), String> {
    if !item.is_table_like() {
        return Err("`[[side]]` of a patch is written by hand: put it into the scenario".to_owned());
    }
    let Some(sides) = document.get_mut("side") else { return Ok(()) };
    let mut sides = tables(sides);
    for (name, change) in item.as_table_like().into_iter().flat_map(|table| table.iter()) {
        let Some((side, one_line)) = sides.iter_mut().find(|(side, _)| text(&**side, "name").as_deref() == Some(name)) else {
            continue;
        };
        for (who, change) in change.as_table_like().into_iter().flat_map(|table| table.iter()) {
            let person = change.is_table_like();
            if who == "combatant" && !person {
                elements(change).into_iter().for_each(|new| push(&mut **side, "combatant", new));
            } else if person {
                let mut members = side.get_mut("combatant").map(tables).unwrap_or_default();
                let so = |(member, _): &(&mut dyn TableLike, bool)| likes.called(&**member).as_deref() == Some(who);
                let any = members.iter().any(so);
                for (member, one_line) in &mut members {
                    let meant =
                        if any { likes.called(&**member).as_deref() == Some(who) } else { likes.is_like(&**member, who) };
                    if meant {
                        let table = change.as_table_like().into_iter().flat_map(|table| table.iter());
                        table.for_each(|(key, item)| merge(&mut **member, *one_line, key, item));
                    }
                }
            } else {
                merge(&mut **side, *one_line, who, change);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DUEL: &str = r#"# A duel.
format = 1
system = "vogt"   # the rules
include = ["kin.toml"]

[book]
siesta.minutes = 30 # a short one

[[side]]
name = "left"
combatant = [{ name = "Lea", hp_max = 9 }, { like = "goblin", count = 2 }]

[[side]]
name = "right" # the others
  [[side.combatant]]
  like = "goblin"
  name = "Rob"
  # tough
  hp_max = 7

[[expect]]
that = "win(left)"
at_least = 0.5 # about even
"#;

    const KIN: &str = "[combatant.goblin]
hp_max = 6 # as in the book
";

    fn adopted(patch: &str) -> Vec<(String, String)> {
        let files = [("duel.toml", DUEL), ("kin.toml", KIN)].map(|(name, text)| (name.to_owned(), text.to_owned()));
        adopt(&files, patch).expect("a patch")
    }

    #[test]
    fn values_change_where_they_stand_and_comments_stay() {
        let patch = "system = \"vogt\"\ntitle = \"Hard\"\nbecause = \"too easy\"\nbook.siesta.minutes = 10\n";
        let new = adopted(&format!("{patch}[side.right.Rob]\nhp_max = 8\n"));
        assert_eq!(new.len(), 1);
        let wanted = DUEL.replace("minutes = 30", "minutes = 10").replace("hp_max = 7", "hp_max = 8");
        assert_eq!(new[0].1, wanted);
    }

    #[test]
    fn a_template_changes_in_the_file_that_has_it_and_all_who_are_like_it_on_a_side() {
        assert_eq!(adopted("[combatant.goblin]\nhp_max = 5\n"), [("kin.toml".to_owned(), KIN.replace('6', "5"))]);
        let new = adopted("[side.left.goblin]\nhp_max = 4\n[side.left.Lea]\narmor = 3\n");
        let document: DocumentMut = new[0].1.parse().expect("TOML");
        let members = document["side"][0]["combatant"].as_array().expect("a list");
        let told: Vec<String> = members.iter().map(|member| member.to_string().split_whitespace().collect()).collect();
        assert_eq!(told, [r#"{name="Lea",hp_max=9,armor=3}"#, r#"{like="goblin",count=2,hp_max=4}"#]);
        assert!(new[0].1.contains("# a short one") && new[0].1.contains("  # tough"), "{}", new[0].1);
    }

    #[test]
    fn what_is_new_stands_at_the_end_and_an_expectation_takes_the_place_of_its_namesake() {
        let expect = "[[expect]]\nthat = \"win(left)\"\nat_most = 0.4\n[[expect]]\nthat = \"mean(rounds)\"\nat_most = 9\n";
        let new = adopted(&format!("[policy.brave]\nturn = [{{ do = \"attack\" }}]\n{expect}"));
        let text = &new[0].1;
        assert!(text.contains("that = \"win(left)\"\nat_most = 0.4\n") && !text.contains("at_least"), "{text}");
        assert!(text.contains("\n[[expect]]\nthat = \"mean(rounds)\"\nat_most = 9\n"), "{text}");
        assert!(text.contains("\n[policy.brave]\nturn = [{ do = \"attack\" }]\n"), "{text}");
        let document: DocumentMut = text.parse().expect("TOML");
        assert_eq!(document["side"].as_array_of_tables().map(ArrayOfTables::len), Some(2));
    }
}
