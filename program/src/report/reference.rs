//! The reference: what a scenario file, a policy and a metric can be, for the terminal and in Markdown.
//!
//! Owns how [`KeyTable`], [`DecisionKeys`] and metrics are written down, and how entries are found by words. Knows no game. Start at
//! [`Entries`].

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;

use crate::report::document::{Block, Grid, Phrase};
use crate::report::meaning;
use crate::report::room::letters;
use frame::fight::{Catalogue, Metric, Scale, Subject, typed};
use frame::scenario::{AllowedWord, DecisionKeys, Key, KeyTable};

/// A metric of a scenario, once for all whom it is about.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MetricText {
    /// Its name; `NAME` and `SIDE` stand for each of `of`.
    pub name: String,
    /// The combatants or sides that it is about; empty for the fight as a whole.
    pub of: Vec<String>,
    /// The meaning.
    pub meaning: String,
    /// The meaning of its values.
    pub values: String,
    /// The words that ask for it, with the first of `of` in place of `NAME`.
    pub typed: Vec<String>,
    /// True if it is a pattern of metrics that are counted when somebody asks for them.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on_request: bool,
}

impl MetricText {
    /// A pattern of metrics that are counted when somebody asks for them, with an example of its keys.
    #[must_use]
    pub fn on_request(pattern: &str, meaning: String, example: &str) -> Self {
        MetricText {
            name: pattern.to_owned(),
            of: Vec::new(),
            meaning,
            values: "made on request".to_owned(),
            typed: vec![format!("mean({})", typed::key(example))],
            on_request: true,
        }
    }
}

/// All metrics of a catalogue, in its order; `sides` and `combatants` are their names, `of_state` the families that are read off the
/// state at the end of a fight.
#[must_use]
pub fn metrics(catalogue: &Catalogue, of_state: &[&str], sides: &[String], combatants: &[String]) -> Vec<MetricText> {
    let mut found: Vec<MetricText> = Vec::new();
    for metric in &catalogue.metrics {
        let (name, placeholder) = match metric.subject {
            Subject::Fight => ("", ""),
            Subject::Side(side) => (sides[side.index()].as_str(), "SIDE"),
            Subject::Combatant(slot) => (combatants[slot.index()].as_str(), "NAME"),
        };
        let prefix = metric.key.strip_suffix(&format!("{name}.{}", own(&metric.family)));
        let pattern = match prefix {
            Some(prefix) if !name.is_empty() => format!("{prefix}{placeholder}.{}", own(&metric.family)),
            _ => metric.key.clone(),
        };
        if let Some(known) = found.iter_mut().find(|known| known.name == pattern) {
            known.of.push(name.to_owned());
            continue;
        }
        let of = if name.is_empty() { Vec::new() } else { vec![name.to_owned()] };
        found.push(MetricText {
            name: pattern,
            of,
            meaning: meaning::sentence(metric, of_state.contains(&own(&metric.family)), &catalogue.named),
            values: values(metric),
            typed: spelt(metric),
            on_request: false,
        });
    }
    for ratio in &catalogue.ratios {
        let values = format!("{} divided by {}, each summed up over all fights; in tables only", ratio.over, ratio.under);
        let (name, meaning) = (ratio.family.clone(), ratio.label.clone());
        found.push(MetricText { name, of: Vec::new(), meaning, values, typed: Vec::new(), on_request: false });
    }
    found
}

/// The name of a family without the part of a day before it.
fn own(family: &str) -> &str {
    family.rsplit_once('.').map_or(family, |(_, own)| own)
}

/// The possible values of a metric, in words.
fn values(metric: &Metric) -> String {
    match &metric.scale {
        Scale::Category(_) => {
            let words: Vec<&str> = metric.scale.outcomes().map(|(_, label)| label.as_str()).collect();
            format!("one of {}", words.join(", "))
        }
        Scale::Flag => "yes or no".to_owned(),
        Scale::Amount(unit) => format!("a number of {unit}"),
        Scale::Moment => "the round in which it first happened; 0 where it never did".to_owned(),
    }
}

/// The words that ask for a metric in `that`, `--find` and wherever else an outcome is named.
fn spelt(metric: &Metric) -> Vec<String> {
    let key = typed::key(&metric.key);
    match &metric.scale {
        Scale::Category(_) => {
            metric.scale.outcomes().next().map(|(_, label)| typed::share(&metric.key, label)).into_iter().collect()
        }
        Scale::Flag => vec![format!("chance({key})"), format!("mean({key})")],
        Scale::Amount(_) | Scale::Moment => {
            vec![format!("mean({key})"), format!("quantile({key}, 90)"), format!("chance({key} >= 1)")]
        }
    }
}

/// The words that are searched for: all of some, in any case.
#[derive(Clone, Debug, Default)]
pub struct Wanted(Vec<String>);

impl Wanted {
    /// The words as they were typed.
    #[must_use]
    pub fn new(words: &[String]) -> Self {
        Wanted(words.iter().flat_map(|word| word.split_whitespace()).map(str::to_lowercase).collect())
    }

    /// True if every entry is wanted.
    #[must_use]
    pub fn all(&self) -> bool {
        self.0.is_empty()
    }

    /// True if all words stand in some of these texts.
    pub fn in_any<'a>(&self, texts: impl IntoIterator<Item = &'a str>) -> bool {
        let text = texts.into_iter().collect::<Vec<_>>().join("\n").to_lowercase();
        self.0.iter().all(|word| text.contains(word.as_str()))
    }
}

/// A part of the reference.
#[derive(Clone, PartialEq, Debug)]
pub enum Entries {
    /// Keys of scenario files.
    Keys(Vec<KeyTable>),
    /// Lists of policies.
    Decisions(Vec<DecisionKeys>),
    /// Metrics of a scenario.
    Metrics(Vec<MetricText>),
}

impl Entries {
    /// The entries in whose names all words stand; where there are none, those that have the words anywhere.
    #[must_use]
    pub fn with(self, wanted: &Wanted) -> Entries {
        if wanted.all() {
            return self;
        }
        let named = self.clone().filtered(wanted, false);
        if named.is_empty() { self.filtered(wanted, true) } else { named }
    }

    /// True if nothing is left.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            Entries::Keys(tables) => tables.is_empty(),
            Entries::Decisions(decisions) => decisions.is_empty(),
            Entries::Metrics(metrics) => metrics.is_empty(),
        }
    }

    /// All names, for a suggestion.
    pub fn names(&self) -> Vec<String> {
        let words = |keys: &[Key]| -> Vec<String> {
            let options = keys.iter().flat_map(|key| &key.options).map(|choice| choice.name.clone());
            keys.iter().map(|key| key.name.clone()).chain(options).collect()
        };
        match self {
            Entries::Keys(tables) => tables.iter().flat_map(|table| words(&table.keys)).collect(),
            Entries::Decisions(decisions) => {
                decisions.iter().flat_map(|one| std::iter::once(one.name.clone()).chain(words(&one.keys))).collect()
            }
            Entries::Metrics(metrics) => {
                metrics.iter().flat_map(|metric| [metric.name.clone(), own(&metric.name).to_owned()]).collect()
            }
        }
    }

    /// The entries that have all words in their names, or, if `anywhere` is true, in their meanings too.
    fn filtered(self, wanted: &Wanted, anywhere: bool) -> Entries {
        match self {
            Entries::Keys(tables) => Entries::Keys(tables.into_iter().filter_map(|one| table(one, wanted, anywhere)).collect()),
            Entries::Decisions(all) => {
                let mut found: Vec<DecisionKeys> = all.into_iter().filter_map(|one| decision(one, wanted, anywhere)).collect();
                let names: Vec<String> = found.iter().map(|one| one.name.clone()).collect();
                // Lines that are as in a list which is not told stand here.
                for one in &mut found {
                    one.lines_of = one.lines_of.take().filter(|other| names.contains(other));
                }
                Entries::Decisions(found)
            }
            Entries::Metrics(mut all) => {
                all.retain(|metric| {
                    let meant = anywhere.then_some([&metric.meaning, &metric.values]).into_iter().flatten();
                    let example = metric.typed.iter().filter(|_| metric.on_request);
                    let names = std::iter::once(&metric.name).chain(&metric.of).chain(example).chain(meant);
                    wanted.in_any(names.map(String::as_str))
                });
                Entries::Metrics(all)
            }
        }
    }

    /// For the terminal, in lines of at most `width` letters where words allow it.
    #[must_use]
    pub fn text(&self, width: usize) -> String {
        let mut text = String::new();
        match self {
            Entries::Keys(tables) => {
                for table in tables {
                    let _ = writeln!(text, "{}", table.headers.join(", also "));
                    table.keys.iter().for_each(|key| text.push_str(&key_text(key, width)));
                    text.push('\n');
                }
            }
            Entries::Decisions(decisions) => {
                let mut told = Vec::new();
                for decision in decisions {
                    text.push_str(&decision_text(decision, width, &mut told));
                }
            }
            Entries::Metrics(metrics) => text.push_str(&metrics_text(metrics, width)),
        }
        text
    }

    /// In Markdown, with headings of this level.
    #[must_use]
    pub fn markdown(&self, level: usize) -> String {
        self.blocks().iter().map(|block| block.markdown(level - 1)).collect()
    }

    /// Headings with tables below them, for documents.
    fn blocks(&self) -> Vec<Block> {
        match self {
            Entries::Keys(tables) => tables.iter().flat_map(table_blocks).collect(),
            Entries::Decisions(decisions) => decisions.iter().flat_map(decision_blocks).collect(),
            Entries::Metrics(metrics) => {
                let row = |metric: &MetricText| {
                    let typed = lines(metric.typed.iter().map(|typed| Phrase::default().code(typed)));
                    let name = Phrase::default().code(&metric.name);
                    vec![name.into(), (&metric.meaning).into(), (&metric.values).into(), typed.into()]
                };
                vec![Block::Grid(Grid::new("", &["metric", "means", "its values", "typed"], metrics.iter().map(row)))]
            }
        }
    }

    /// For programs.
    ///
    /// # Errors
    /// A bug in the program.
    pub fn json(&self) -> Result<Value, serde_json::Error> {
        match self {
            Entries::Keys(tables) => serde_json::to_value(tables),
            Entries::Decisions(decisions) => serde_json::to_value(decisions),
            Entries::Metrics(metrics) => serde_json::to_value(metrics),
        }
    }
}

/// The table with those of its keys that are wanted: all of them where its own name is.
fn table(table: KeyTable, wanted: &Wanted, anywhere: bool) -> Option<KeyTable> {
    let last = |header: &str| header.trim_matches(['[', ']']).rsplit('.').find(|part| *part != "NAME").map(str::to_owned);
    let own: Vec<String> = table.headers.iter().filter_map(|header| last(header)).collect();
    if wanted.in_any(own.iter().map(String::as_str)) {
        return Some(table);
    }
    let headers = table.headers.join("\n");
    let keys: Vec<Key> = table.keys.into_iter().filter(|key| is_wanted(key, &headers, wanted, anywhere)).collect();
    (!keys.is_empty()).then_some(KeyTable { headers: table.headers, keys })
}

/// True if all words stand in the key, its options or what is around it, and not in what is around it alone.
fn is_wanted(key: &Key, around: &str, wanted: &Wanted, anywhere: bool) -> bool {
    let meanings = key.options.iter().map(|choice| &choice.meaning).chain([&key.meaning]).chain(&key.ledger);
    let names = key.options.iter().map(|choice| &choice.name).chain([&key.name]);
    let texts: Vec<&str> = names.chain(anywhere.then_some(meanings).into_iter().flatten()).map(String::as_str).collect();
    wanted.in_any(texts.iter().copied().chain([around])) && !wanted.in_any([around]) || wanted.in_any(texts)
}

/// The list with what is wanted of it: all of it where its own name is, else the words it takes.
fn decision(decision: DecisionKeys, wanted: &Wanted, anywhere: bool) -> Option<DecisionKeys> {
    if wanted.in_any([decision.name.as_str()]) || anywhere && wanted.in_any([decision.meaning.as_str()]) {
        return Some(decision);
    }
    let chosen = |choice: &AllowedWord| {
        wanted.in_any([choice.name.as_str()]) || anywhere && wanted.in_any([choice.name.as_str(), choice.meaning.as_str()])
    };
    let found = decision.keys.iter().any(|key| is_wanted(key, "", wanted, anywhere));
    let mut decision = decision;
    if decision.keys.iter().any(|key| wanted.in_any([key.name.as_str()])) {
        decision.keys.retain(|key| is_wanted(key, "", wanted, anywhere));
    }
    for key in &mut decision.keys {
        if key.options.iter().any(chosen) {
            key.options.retain(chosen);
        }
    }
    found.then_some(decision)
}

/// Metrics one below the other; whom most of them are about is said once.
fn metrics_text(metrics: &[MetricText], width: usize) -> String {
    let mut text = String::new();
    let everybody = |placeholder: &str| {
        let about = metrics.iter().filter(|metric| metric.name.split('.').any(|part| part == placeholder));
        about.map(|metric| &metric.of).max_by_key(|of| of.len()).cloned().unwrap_or_default()
    };
    let all = [("SIDE", everybody("SIDE")), ("NAME", everybody("NAME"))];
    for (placeholder, names) in all.iter().filter(|(_, names)| !names.is_empty()) {
        indented(&mut text, &format!("{placeholder}: {}", names.join(", ")), 0, width);
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let mut requested = false;
    for metric in metrics {
        if metric.on_request && !requested {
            requested = true;
            text.push_str(if text.is_empty() { "" } else { "\n" });
            indented(&mut text, "Made on request, in `ask`, `[[expect]]`, `[metric]` and `replay --find`:", 0, width);
        }
        if metric.on_request {
            indented(&mut text, &format!("{}: {}", metric.name, metric.meaning), 0, width);
            metric.typed.iter().for_each(|line| indented(&mut text, line, 4, width));
            continue;
        }
        indented(&mut text, &format!("{}: {} ({})", metric.name, metric.meaning, metric.values), 0, width);
        if !metric.of.is_empty() && all.iter().all(|(_, names)| *names != metric.of) {
            indented(&mut text, &format!("of {}", metric.of.join(", ")), 4, width);
        }
        if !metric.typed.is_empty() {
            let together = metric.typed.join(", ");
            let fits = letters(&together) + 4 <= width;
            let lines = if fits { vec![together] } else { metric.typed.clone() };
            lines.iter().for_each(|line| indented(&mut text, line, 4, width));
        }
    }
    text
}

/// Text with so many spaces before each of its lines.
pub(super) fn indented(text: &mut String, words: &str, indent: usize, width: usize) {
    let mut line = String::new();
    for word in words.split_whitespace() {
        if !line.is_empty() && indent + line.chars().count() + 1 + word.chars().count() > width {
            let _ = writeln!(text, "{:indent$}{line}", "");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    let _ = writeln!(text, "{:indent$}{line}", "");
}

/// The values that a key takes, and with which kind of table; words with a meaning of their own are listed elsewhere.
fn values_of(key: &Key) -> String {
    let words = key.options.iter().any(|choice| !choice.meaning.is_empty());
    let said = if words && key.allowed.starts_with('`') { "one of these words" } else { &key.allowed };
    let only: String = key.only_with.iter().map(|kind| format!("; only with `{kind}`")).collect();
    format!("{said}{only}")
}

/// The text behind a key: the values it takes, and what holds without it.
fn takes(key: &Key) -> String {
    let mut said = values_of(key);
    if key.required {
        said.push_str("; must be there");
    }
    if let Some(default) = &key.default {
        let _ = write!(said, "; without it {default}");
    }
    said
}

/// The meaning of a key, with the ids of its rules behind it.
fn meaning(key: &Key) -> String {
    format!("{}{}", key.meaning, ids(&key.ledger))
}

/// Ids of rules behind a text.
fn ids(ledger: &[String]) -> String {
    if ledger.is_empty() { String::new() } else { format!(" [{}]", ledger.join(", ")) }
}

/// The words that a key takes with their meanings, where any of them has one.
fn words_of(key: &Key) -> impl Iterator<Item = (&str, &str)> {
    let told = key.options.iter().any(|choice| !choice.meaning.is_empty());
    key.options.iter().filter(move |_| told).map(|choice| (choice.name.as_str(), choice.meaning.as_str()))
}

/// A key as text: what it takes, what it means, and its words.
fn key_text(key: &Key, width: usize) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "  {}: {}", key.name, takes(key));
    indented(&mut text, &meaning(key), 6, width);
    for (name, meaning) in words_of(key) {
        let said = if meaning.is_empty() { format!("\"{name}\"") } else { format!("\"{name}\": {meaning}") };
        indented(&mut text, &said, 8, width);
    }
    text
}

/// Words that are told again are referred to, from so many on.
const WORDS_MANY: usize = 10;

/// The keys of a decision's lines; `told` are the lists of words that stand above.
fn decision_text<'d>(decision: &'d DecisionKeys, width: usize, told: &mut Vec<(&'d [AllowedWord], String)>) -> String {
    let mut text = String::new();
    let ids = ids(&decision.ledger);
    indented(&mut text, &format!("{}: {}{ids}", decision.name, decision.meaning), 0, width);
    match &decision.lines_of {
        Some(other) => {
            let _ = writeln!(text, "  lines as in `{other}`");
        }
        None if decision.keys.is_empty() => {
            let _ = writeln!(text, "  {}", decision.allowed);
        }
        None => {
            for key in &decision.keys {
                match told.iter().find(|(words, _)| key.options.len() >= WORDS_MANY && *words == key.options) {
                    Some((_, above)) => {
                        let _ = writeln!(text, "  {}: one of the words of {above}", key.name);
                        indented(&mut text, &meaning(key), 6, width);
                    }
                    None => {
                        text.push_str(&key_text(key, width));
                        told.push((&key.options, format!("`{}` of `{}`", key.name, decision.name)));
                    }
                }
            }
        }
    }
    text.push('\n');
    text
}

/// Phrases one below the other.
fn lines(phrases: impl IntoIterator<Item = Phrase>) -> Phrase {
    phrases.into_iter().reduce(|above, below| above.line().then(&below)).unwrap_or_default()
}

/// The keys of a table of a file below its names.
fn table_blocks(table: &KeyTable) -> [Block; 2] {
    let mut title = Phrase::default();
    for (place, header) in table.headers.iter().enumerate() {
        let title_so_far = if place > 0 { title.text(", also ") } else { title };
        title = match header.as_str() {
            "the file itself" => title_so_far.text("The file itself"),
            header => title_so_far.code(header),
        };
    }
    [Block::Heading(title), keys_grid(&table.keys)]
}

/// Keys as a table: what each takes and means, and its words.
fn keys_grid(keys: &[Key]) -> Block {
    let row = |key: &Key| {
        let without = match (&key.default, key.required) {
            (Some(default), _) => Phrase::default().code(default),
            (None, true) => "must be there".into(),
            (None, false) => Phrase::default(),
        };
        let word = |(name, meaning): (&str, &str)| match meaning {
            "" => Phrase::default().code(name),
            meaning => Phrase::default().code(name).text(": ").text(meaning),
        };
        let means = lines(std::iter::once(meaning(key).into()).chain(words_of(key).map(word)));
        vec![Phrase::default().code(&key.name).into(), values_of(key).into(), without.into(), means.into()]
    };
    Block::Grid(Grid::new("", &["key", "takes", "without it", "means"], keys.iter().map(row)))
}

/// A decision with the keys of its lines.
fn decision_blocks(decision: &DecisionKeys) -> [Block; 3] {
    let lines = match &decision.lines_of {
        Some(other) => Block::Said("", Phrase::from("Lines as in ").code(other).text(".")),
        None if decision.keys.is_empty() => Block::Said("", (&decision.allowed).into()),
        None => keys_grid(&decision.keys),
    };
    let about = format!("{}{}", decision.meaning, ids(&decision.ledger));
    [Block::Heading(Phrase::default().code(&decision.name)), Block::Said("", about.into()), lines]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, meaning: &str) -> Key {
        let allowed = "a whole number".to_owned();
        let meaning = meaning.to_owned();
        let (options, ledger) = (Vec::new(), vec!["VOG-1".to_owned()]);
        Key {
            name: name.into(),
            allowed,
            options,
            default: Some("3".into()),
            required: false,
            only_with: None,
            ledger,
            meaning,
        }
    }

    fn tables() -> Entries {
        let border = KeyTable {
            headers: vec!["[[arena.border]]".into()],
            keys: vec![key("kinds", "What it is."), key("cr", "How hard.")],
        };
        let arena = KeyTable { headers: vec!["[arena]".into()], keys: vec![key("width", "How wide, border to border.")] };
        Entries::Keys(vec![arena, border])
    }

    fn found(words: &[&str]) -> String {
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        tables().with(&Wanted::new(&words)).text(80)
    }

    #[test]
    fn a_table_is_found_by_its_name_and_a_key_by_its_own() {
        assert_eq!(found(&["BORDER"]).matches("  kinds").count(), 1);
        assert!(!found(&["border"]).contains("width"));
        assert_eq!(found(&["cr"]), "[[arena.border]]\n  cr: a whole number; without it 3\n      How hard. [VOG-1]\n\n");
        assert!(found(&["border", "kinds"]).contains("kinds"));
        assert!(!found(&["border", "kinds"]).contains("cr:"));
    }

    #[test]
    fn what_no_name_has_is_searched_in_the_meanings() {
        assert!(found(&["how", "wide"]).contains("width"));
        assert!(tables().with(&Wanted::new(&["elephant".into()])).is_empty());
    }

    #[test]
    fn long_texts_are_continued_below_themselves() {
        let mut text = String::new();
        indented(&mut text, "one two three four", 2, 10);
        assert_eq!(text, "  one two\n  three\n  four\n");
    }
}
