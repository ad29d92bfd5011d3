//! `sparring keys`, `sparring actions` and `sparring metrics`: what a file can say, what a policy can do, what is measured.

use clap::{Args, ValueEnum};

use crate::cli::load::ScenarioArguments;
use crate::cli::output;
use crate::report::document::{Block, Grid, Phrase, json_text};
use crate::report::reference::{Entries, MetricText, Wanted, metrics as metric_texts};
use crate::report::room;
use crate::report::table::capitalised;
use crate::systems;
use frame::door::{Playable, System};
use frame::error::{Failure, nearest};
use frame::rules::modifier::{ModifierList, ModifierPart};
use frame::scenario::{DecisionKeys, Raw};

/// Letters of a line of the terminal.
const WIDTH: usize = 100;

/// The format of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum ReferenceFormat {
    Text,
    Json,
    Md,
}

/// A system, and what of its reference is wanted.
#[derive(Args, Debug)]
pub struct ReferenceArguments {
    /// The rule system.
    #[arg(value_parser = systems::checked)]
    system: String,
    /// Only what has all these words in its name, or else in its meaning: `attack`, `weapons die`.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = ReferenceFormat::Text)]
    format: ReferenceFormat,
}

/// List every metric of a scenario: what it means and how it is typed.
#[derive(Args, Debug)]
pub struct MetricsArguments {
    #[command(flatten)]
    scenario: ScenarioArguments,
    /// Only what has all these words in its name, or else in its meaning: `rounds`, `Ada dead`.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t = ReferenceFormat::Text)]
    format: ReferenceFormat,
}

/// Prints the keys of a scenario file.
pub fn keys(arguments: &ReferenceArguments) -> Result<(), Failure> {
    let system = arguments.system.as_str();
    let tables = systems::built().named(system)?.keys();
    let elsewhere = format!("`sparring book {system}` lists numbers of the rules and switches");
    show(Entries::Keys(tables), &arguments.words, arguments.format, &elsewhere)
}

/// Prints the decisions of policies and what their lines can do, all of it with an introduction.
pub fn actions(arguments: &ReferenceArguments) -> Result<(), Failure> {
    let system = arguments.system.as_str();
    let decisions = systems::built().named(system)?.decisions();
    let elsewhere = format!("`sparring policies {system}` lists what conditions can ask");
    if arguments.words.is_empty() && matches!(arguments.format, ReferenceFormat::Text) {
        output::print(&how_lines_are_written(system, &decisions))?;
    }
    show(Entries::Decisions(decisions), &arguments.words, arguments.format, &elsewhere)
}

/// An introduction to the lists of a policy, with lines that work in this system.
fn how_lines_are_written(system: &str, decisions: &[DecisionKeys]) -> String {
    let first = decisions.first().map_or("", |decision| decision.name.as_str());
    let keys = decisions.first().map_or(&[][..], |decision| decision.keys.as_slice());
    let acts = keys.iter().find(|key| key.name == "do").map_or(&[][..], |key| key.options.as_slice());
    let attack = acts.iter().any(|act| act.name == "attack");
    let act = acts.first().filter(|_| !attack).map_or("attack", |act| act.name.as_str());
    format!(
        "A policy has a list for each decision below. The first line of a list whose `when` holds, and\n\
         whose action is possible, decides; without one, the default does.\n\n\
         [policy.bold]\n\
         {first} = [{{ do = \"{act}\", when = \"round <= 3\" }}, {{ do = \"{act}\" }}]\n\n\
         A combatant follows it by `policy = \"bold\"`. `sparring policies {system}` lists what `when` can\n\
         ask, `sparring run FILE --lines` tells what each line did.\n\n"
    )
}

/// Prints the metrics of a scenario.
pub fn metrics(arguments: &MetricsArguments) -> Result<(), Failure> {
    let entries = measured(&arguments.scenario.load()?, &arguments.words);
    show(entries, &arguments.words, arguments.format, "`sparring metrics FILE` without a word lists them all")
}

/// The measures of a scenario, without the conditions of its own expectations.
fn measured(playable: &Playable, words: &[String]) -> Entries {
    let own: Vec<usize> =
        playable.expected.iter().flat_map(|expected| &expected.questions).map(|(metric, _)| *metric).collect();
    let kept: Vec<usize> = (0..playable.layout.catalogue.metrics.len()).filter(|metric| !own.contains(metric)).collect();
    let engine = &*playable.engine;
    let names: Vec<String> = engine.combatants().iter().map(|combatant| combatant.name.clone()).collect();
    let of_state = &engine.catalogue().metrics[..engine.metrics_of_state()];
    let of_state: Vec<&str> = of_state.iter().map(|metric| metric.family.as_str()).collect();
    let mut texts = metric_texts(&playable.layout.catalogue.only(&kept), &of_state, engine.sides(), &names);
    let mut asked = playable.layout.on_request(engine);
    for word in words.iter().filter(|word| playable.layout.catalogue.index(word).is_none() && playable.layout.knows(word)) {
        // A key that is made on request is an example of its pattern.
        let moment =
            |key: &str| key.split('.').next().unwrap_or_default().trim_end_matches(|end: char| end.is_ascii_digit()).to_owned();
        let blamed = word.contains(".by.");
        let own = asked
            .iter()
            .position(|one| if blamed { one.pattern.contains(".by.") } else { moment(one.pattern) == moment(word) });
        if let Some(one) = asked.get_mut(own.unwrap_or(0)) {
            one.meaning = format!("{}; `{word}` is one", one.meaning);
            one.example.clone_from(word);
        }
    }
    texts.extend(asked.into_iter().map(|one| MetricText::on_request(one.pattern, one.meaning, &one.example)));
    Entries::Metrics(texts)
}

/// Prints the entries that have all words; if there are none, the failure says where else to look.
fn show(entries: Entries, words: &[String], format: ReferenceFormat, elsewhere: &str) -> Result<(), Failure> {
    let wanted = Wanted::new(words);
    let names = entries.names();
    let found = entries.with(&wanted);
    if found.is_empty() {
        let typed = words.join(" ");
        let near = nearest(&typed, names.iter().map(String::as_str));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("nothing has `{typed}` in its name or meaning{near}\n{elsewhere}")));
    }
    let text = match format {
        ReferenceFormat::Text => found.text(room::width().min(WIDTH)),
        ReferenceFormat::Json => json_text(&found.json().map_err(|error| Failure::Bug(error.to_string()))?),
        ReferenceFormat::Md => found.markdown(2),
    };
    output::print(&text)
}

/// The lists of modifiers of a system as tables in Markdown.
fn modifiers(lists: &[&'static ModifierList]) -> String {
    let mut text =
        "What adds to a number, and what is reason enough for something, row by row, in the order in which it is added or \
                    asked. A replay tells the rows that hold, by their words; the rules are rows of the ledger of the system.\n"
            .to_owned();
    for list in lists {
        let how = if list.any { "One row that holds is enough; the first is told." } else { "The rows that hold add up." };
        let row = |part: &ModifierPart| match part {
            ModifierPart::Row(row) => {
                let id = Phrase::default().code(row.id);
                vec![id.into(), Phrase::markup(row.words).into(), row.rules.join(", ").into()]
            }
            ModifierPart::List(list) => vec![Phrase::markup(format!("all of [{0}](#{0})", list.id())).into()],
        };
        let about = Phrase::markup(format!("{}. {how}", capitalised(list.about)));
        let rows = list.parts.iter().map(row);
        let heading = Block::Heading(Phrase::markup(list.id()));
        let blocks = [heading, Block::Said("", about), Block::Grid(Grid::new("", &["row", "told as", "rules"], rows))];
        text.extend(blocks.iter().map(|block| block.markdown(2)));
    }
    text
}

/// The page `docs/reference/SYSTEM.md`: keys, what policies do and ask, modifiers, metrics of the starter.
///
/// # Errors
/// A bug in the program.
pub fn reference(system: &dyn System) -> Result<String, Failure> {
    let name = system.name();
    let starter = system.load(&Raw::from_text("the starter", system.starter(), &[]))?;
    let mut tables = system.keys();
    tables.retain(|table| !table.is_of_policies());
    let policies = super::policies::markdown(&system.reference());
    let lists = system.modifiers();
    let (link, modifiers) = if lists.is_empty() {
        ("", String::new())
    } else {
        ("- [Modifiers](#modifiers)\n", format!("## Modifiers\n\n{}\n", modifiers(&lists)))
    };
    Ok(format!(
        "# Reference of `{name}`\n\n\
         Made from the code by `UPDATE_REFERENCE=1 cargo test --test library reference`; do not edit. In the terminal: \
         `sparring keys {name}`, `sparring actions {name}`, `sparring policies {name}`, `sparring metrics FILE`, each with words to \
         search for. Numbers of the rules and switches: `sparring book {name}`, `sparring rulings {name}`.\n\n\
         - [Keys of a scenario file](#keys-of-a-scenario-file)\n\
         - [What a policy can do](#what-a-policy-can-do)\n\
         - [What a condition can ask](#what-a-condition-can-ask)\n{link}\
         - [What is measured](#what-is-measured)\n\n\
         ## Keys of a scenario file\n{}\n\
         ## What a policy can do\n\n\
         A policy has a list for each decision. The first line that is legal and whose `when` holds decides.\n{}\n\
         ## What a condition can ask\n{policies}\n\
         {modifiers}\
         ## What is measured\n\n\
         Metrics of the scenario that `sparring new` writes; `NAME` stands for a combatant, `SIDE` for a side. Other scenarios \
         can have more: `sparring metrics FILE`.\n{}",
        Entries::Keys(tables).markdown(3),
        Entries::Decisions(system.decisions()).markdown(3),
        measured(&starter, &[]).markdown(3),
    ))
}
