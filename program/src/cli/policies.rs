//! `sparring policies`: what policies of a system decide, can ask and can choose.

use clap::Args;
use serde_json::{Value, json};

use crate::cli::output::{self, ListFormat};
use crate::report::document::{Block, Cell, Grid, Phrase};
use crate::report::reference::Wanted;
use crate::systems;
use frame::error::{Failure, nearest};
use frame::policy::VocabularyEntry;
use frame::rules::Reference;

/// List what policies of a system decide, what conditions can ask, and how targets can be chosen.
#[derive(Args, Debug)]
pub struct PoliciesArguments {
    /// The rule system.
    #[arg(value_parser = systems::checked)]
    system: String,
    /// Only what has all these words in its name, or else in its meaning: `armor`, `enemies near`.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// Prints what policies can decide and ask, of it only what has all words.
pub fn policies(arguments: &PoliciesArguments) -> Result<(), Failure> {
    let reference = systems::built().named(&arguments.system)?.reference();
    let wanted = Wanted::new(&arguments.words);
    let named = with(&reference, |name, _| wanted.in_any([name]));
    let found = if is_empty(&named) { with(&reference, |name, about| wanted.in_any([name, about])) } else { named };
    if is_empty(&found) {
        let typed = arguments.words.join(" ");
        let names = reference.observables.iter().map(|entry| entry.name.as_str());
        let names = names.chain(reference.selectors.iter().map(|(name, _)| *name));
        let names = names.chain(reference.decisions.iter().map(|(name, _)| name.as_str()));
        let near = nearest(&typed, names).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!(
            "nothing that conditions can ask has `{typed}` in its name or meaning{near}\n`sparring actions {}` lists what lines can do",
            arguments.system
        )));
    }
    match arguments.format {
        ListFormat::Text => output::show(&describe(&found)),
        ListFormat::Json => output::document(&json(&found)),
    }
}

/// The entries of a reference whose name and meaning are wanted.
fn with(reference: &Reference, is_wanted: impl Fn(&str, &str) -> bool) -> Reference {
    Reference {
        decisions: reference.decisions.iter().filter(|(name, about)| is_wanted(name, about)).cloned().collect(),
        observables: reference.observables.iter().filter(|entry| is_wanted(&entry.name, entry.about)).cloned().collect(),
        selectors: reference.selectors.iter().filter(|(name, about)| is_wanted(name, about)).copied().collect(),
    }
}

/// True if nothing is listed.
fn is_empty(reference: &Reference) -> bool {
    reference.decisions.is_empty() && reference.observables.is_empty() && reference.selectors.is_empty()
}

/// The reference of policies for programs.
fn json(reference: &Reference) -> Value {
    let described = |name: &str, about: &str| json!({ "name": name, "meaning": about });
    let decisions = reference.decisions.iter().map(|(name, about)| described(name, about));
    let observables = reference.observables.iter();
    let observables =
        observables.map(|entry| json!({ "name": entry.name, "of": entry.of, "is": entry.kind, "meaning": entry.about }));
    let selectors = reference.selectors.iter().map(|(name, about)| described(name, about));
    json!({
        "schema": 1,
        "decisions": decisions.collect::<Vec<_>>(),
        "conditions": observables.collect::<Vec<_>>(),
        "choices": selectors.collect::<Vec<_>>(),
    })
}

/// The reference of policies as text; parts without entries are left out.
fn describe(reference: &Reference) -> String {
    let decisions: Vec<Vec<String>> =
        reference.decisions.iter().map(|(name, about)| vec![format!("  {name}"), about.clone()]).collect();
    let observables: Vec<Vec<String>> = reference
        .observables
        .iter()
        .map(|entry| vec![format!("  {}", entry.name), format!("{} (of {}; {})", entry.about, entry.of, entry.kind)])
        .collect();
    let selectors: Vec<Vec<String>> =
        reference.selectors.iter().map(|(name, about)| vec![format!("  {name}"), (*about).to_owned()]).collect();
    let parts = [
        ("Decisions (a list each; the first line that is legal and whose condition holds decides)", decisions),
        ("Names in conditions", observables),
        ("Choices among candidates (`at`), beside `least`, `most` and `among`", selectors),
    ];
    let parts = parts.iter().filter(|(_, rows)| !rows.is_empty());
    parts.map(|(title, rows)| format!("{title}\n{}", output::aligned(rows))).collect::<Vec<_>>().join("\n")
}

/// The names in conditions and the choices among candidates, as tables in Markdown.
pub fn markdown(reference: &Reference) -> String {
    let code = |name: &str| Cell::from(Phrase::default().code(name));
    // Meanings are written in Markdown.
    let cell = |words: &str| Phrase::markup(words.replace('|', "\\|"));
    let asked = |entry: &VocabularyEntry| {
        let rules = if entry.rules.is_empty() { String::new() } else { format!(" [{}]", entry.rules.join(", ")) };
        vec![code(&entry.name), entry.of.into(), cell(&entry.kind).into(), cell(entry.about).text(rules).into()]
    };
    let choice = |(name, about): &(&str, &str)| vec![code(name), cell(about).into()];
    let blocks = [
        Block::Grid(Grid::new("", &["name", "asked of", "is", "tells"], reference.observables.iter().map(asked))),
        Block::Said(
            "",
            Phrase::from("Choices among candidates (")
                .code("at")
                .text("), beside ")
                .code("least")
                .text(", ")
                .code("most")
                .text(" and ")
                .code("among")
                .text(":"),
        ),
        Block::Grid(Grid::new("", &["choice", "whom"], reference.selectors.iter().map(choice))),
    ];
    blocks.iter().map(|block| block.markdown(2)).collect()
}
