//! `sparring odds`: exact answers to dice questions of a system.
//!
//! Questions are data of the cores, so their parameters are read here by name and not by clap.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};

use crate::cli::load::quoted;
use crate::cli::output::{self, OutputFormat};
use crate::report;
use crate::report::document::Readable as _;
use crate::report::odds::{OddsReport, charts};
use crate::systems;
use frame::dice::Slot;
use frame::door::{Answers, Playable, System};
use frame::error::{Failure, nearest};
use frame::files;
use frame::rules::about::{About, AnsweredParameter, One, Parameters};
use frame::rules::answers::{AnswerTable, Cell};
use frame::rules::given::Given;
use frame::rules::questions::{Arguments, Parameter, ParameterKind, Question, Unsaid};
use frame::scenario::Raw;

/// Answer dice questions of a system exactly: `sparring odds vogt check --die 1d8 --bonus 2`.
#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct OddsArguments {
    /// The rule system.
    #[arg(value_parser = systems::checked, required_unless_present = "help")]
    system: Option<String>,
    /// The question; without it, all questions are listed.
    question: Option<String>,
    /// Its parameters: `--name value`, `--name` alone where it is yes or no. `--set book.x=1` changes the rules,
    /// `--in FILE` takes the rules of a scenario, and with `--by NAME --at NAME` what two of its combatants come to: `--with longsword`,
    /// `--at-with STR` says with which weapon, ability or skill. What is typed goes before what a file says. `--given 4..` narrows
    /// the curves of an answer to values of 4 or more: `..9`, `4..9` and `4` are ranges too. `--format text|json|csv|md` is what is
    /// printed, `--page FILE.html` writes the answer as a page, `--charts DIRECTORY` its curves as
    /// pictures.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    parameters: Vec<String>,
    /// Print help; of a question, its parameters.
    #[arg(short, long)]
    help: bool,
}

/// The words that were typed behind the question.
#[derive(Default)]
struct Typed {
    sets: Vec<String>,
    format: Option<OutputFormat>,
    charts: Option<PathBuf>,
    file: Option<PathBuf>,
    by: Option<String>,
    at: Option<String>,
    with: Option<String>,
    at_with: Option<String>,
    page: Option<PathBuf>,
    given: Option<Given>,
    values: Vec<(String, String)>,
    help: bool,
}

impl Typed {
    /// True if combatants of a scenario are named, or what they use.
    fn of_somebody(&self) -> bool {
        [&self.by, &self.at, &self.with, &self.at_with].into_iter().any(Option::is_some)
    }
}

/// Answers a question about the odds of a system, or explains how to ask.
pub fn odds(arguments: &OddsArguments) -> Result<(), Failure> {
    let text = match &arguments.system {
        Some(name) => answer(&*systems::built().named(name)?, arguments)?,
        None => super::help_of("odds"),
    };
    output::print(&text)
}

/// Answers a question in the format that is wanted; without one, lists them all.
fn answer(system: &dyn System, arguments: &OddsArguments) -> Result<String, Failure> {
    let Some(name) = &arguments.question else {
        let general = if arguments.help { format!("{}\n", super::help_of("odds")) } else { String::new() };
        return Ok(output::folded(&format!("{general}{}", list(system))));
    };
    let Some(question) = system.questions().iter().find(|question| question.name == name) else {
        let near = nearest(name, system.questions().iter().map(|question| question.name));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("{} has no question `{name}`{near}\n\n{}", system.name(), list(system))));
    };
    let typed = read(question, &arguments.parameters)?;
    if arguments.help || typed.help {
        return Ok(output::folded(&describe(system, question)?));
    }
    let (rules, taken) = match &typed.file {
        Some(file) => taken_from(system, file, &typed, question)?,
        None if typed.of_somebody() => {
            return Err(Failure::Usage("`--by`, `--at`, `--with` are names in a scenario: add `--in FILE`".into()));
        }
        None => (published(system, &typed.sets)?, Parameters::default()),
    };
    let taken: Vec<&AnsweredParameter> =
        taken.0.iter().filter(|one| typed.values.iter().all(|(key, _)| key != one.parameter)).collect();
    let of_sheets = taken.iter().map(|one| (one.parameter, one.value.as_str()));
    let given = of_sheets.chain(typed.values.iter().map(|(key, value)| (key.as_str(), value.as_str())));
    let values = Arguments::read(question, given).map_err(Failure::Usage)?;
    let mut answer = rules.answer(question, &values).map_err(Failure::Usage)?;
    if let Some(given) = typed.given {
        given.narrow(&mut answer).map_err(Failure::Usage)?;
    }
    if typed.by.is_some() {
        answer.tables.push(sources(question, &typed, &taken));
    }
    if let Some(directory) = &typed.charts {
        let charts = charts(&answer)?.into_iter().enumerate();
        let files = charts.map(|(index, chart)| (format!("{}-{}.svg", question.name, index + 1), chart)).collect();
        report::write::write_all(directory, files)?;
    }
    let words: Vec<String> = arguments.parameters.iter().map(|word| quoted(word)).collect();
    let command = format!("sparring odds {} {} {}", system.name(), question.name, words.join(" "));
    let report = OddsReport { answer: &answer, system: system.name(), command: command.trim_end().to_owned() };
    if let Some(file) = &typed.page {
        files::write(file, &report.html()?)?;
    }
    typed.format.unwrap_or(OutputFormat::Text).plain(&report)
}

/// The published rules with what is changed in them.
fn published(system: &dyn System, sets: &[String]) -> Result<Box<dyn Answers>, Failure> {
    system.rules(&Raw::from_text("the published rules", system.starter(), sets))
}

/// The rules of a scenario, and the parameters of a question that sheets of its combatants answer, if that is asked for.
fn taken_from(
    system: &dyn System,
    file: &Path,
    typed: &Typed,
    question: &Question,
) -> Result<(Box<dyn Answers>, Parameters), Failure> {
    let raw = Raw::read(file, &[], &typed.sets)?;
    let (its, name) = (systems::built().of(&raw)?, system.name());
    if !systems::built().plays_by(&raw, name)? {
        return Err(Failure::Usage(format!("{} is a scenario of {}, not of {name}", file.display(), its.name())));
    }
    let Playable { game, engine, .. } = its.load(&raw)?;
    let names: Vec<&str> = engine.combatants().iter().map(|one| one.name.as_str()).collect();
    let slot = |flag: &str, name: &String| {
        let found = names.iter().position(|known| known == name);
        found.map(|slot| Slot(slot as u8)).ok_or_else(|| {
            let near = nearest(name, names.iter().copied()).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
            Failure::Usage(format!("--{flag}: nobody is called `{name}`{near}\nthere are {}", names.join(", ")))
        })
    };
    let Some(by) = &typed.by else {
        if typed.of_somebody() {
            return Err(Failure::Usage(format!("say who does it: `--by NAME`, one of {}", names.join(", "))));
        }
        return Ok((game, Parameters::default()));
    };
    let by = One { who: slot("by", by)?, with: typed.with.as_deref(), flag: "--with" };
    let at = match &typed.at {
        Some(at) => Some(One { who: slot("at", at)?, with: typed.at_with.as_deref(), flag: "--at-with" }),
        None if typed.at_with.is_some() => {
            return Err(Failure::Usage("`--at-with` says what the other one uses: add `--at NAME`".into()));
        }
        None => None,
    };
    let of = |question: &Question| game.parameters(question.name, &About { by, at });
    let taken = of(question).map_err(|problem| Failure::Usage(format!("`{}`: {problem}", question.name)))?;
    if taken.0.is_empty() {
        let others: Vec<&str> =
            system.questions().iter().filter(|other| is_about_somebody(&of(other))).map(|other| other.name).collect();
        let message = format!("`{}` is not about what combatants come to; these are: {}", question.name, others.join(", "));
        return Err(Failure::Usage(message));
    }
    Ok((game, taken))
}

/// True if sheets have something to say to a question, or would have if more was said.
fn is_about_somebody(taken: &Result<Parameters, String>) -> bool {
    taken.as_ref().map_or(true, |taken| !taken.0.is_empty())
}

/// The origin of each number of an answer.
fn sources(question: &Question, typed: &Typed, taken: &[&AnsweredParameter]) -> AnswerTable {
    let mut table = AnswerTable::new("where the numbers come from", &["parameter", "value", "comes from"]);
    for parameter in question.parameters {
        let said = typed.values.iter().find(|(key, _)| key == parameter.name).map(|(_, value)| (value.as_str(), "typed"));
        let of_sheet =
            || taken.iter().find(|one| one.parameter == parameter.name).map(|one| (one.value.as_str(), one.from.as_str()));
        let otherwise = match parameter.unsaid {
            Unsaid::Default(value) | Unsaid::Nothing(value) => (value, "no sheet says it"),
            Unsaid::Book => ("", "the book"),
        };
        let (value, from) = said.or_else(of_sheet).unwrap_or(otherwise);
        table.row([Cell::text(dashed(parameter)), Cell::text(value), Cell::text(from)]);
    }
    table
}

/// Reads `--name value` and `--name=value`, and `--name` alone where it is yes or no.
fn read(question: &Question, words: &[String]) -> Result<Typed, Failure> {
    let mut typed = Typed::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let Some(name) = word.strip_prefix("--") else {
            return Err(Failure::Usage(format!("`{word}` stands alone; parameters are `--name value`")));
        };
        let (name, value) = match name.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (name, None),
        };
        if name == "help" {
            typed.help = true;
            continue;
        }
        let key = name.replace('-', "_");
        let flag = question.parameters.iter().any(|parameter| parameter.name == key && parameter.kind == ParameterKind::Flag);
        let said = |word: &String| !flag || word == "true" || word == "false";
        let value = value.or_else(|| {
            if words.as_slice().first().is_some_and(said) { words.next().cloned() } else { flag.then(|| "true".to_owned()) }
        });
        let Some(value) = value else { return Err(Failure::Usage(format!("`--{name}` needs a value"))) };
        match name {
            "set" => typed.sets.push(value),
            "charts" => typed.charts = Some(value.into()),
            "in" => typed.file = Some(value.into()),
            "by" => typed.by = Some(value),
            "at" => typed.at = Some(value),
            "with" => typed.with = Some(value),
            "at-with" | "at_with" => typed.at_with = Some(value),
            "page" => {
                let page = PathBuf::from(value);
                files::named("--page", &page, "html")?;
                typed.page = Some(page);
            }
            "given" => typed.given = Some(value.parse().map_err(Failure::Usage)?),
            "format" => {
                let format = OutputFormat::from_str(&value, true);
                typed.format =
                    Some(format.map_err(|_| Failure::Usage(format!("`{value}` is no format; there are text, json, csv, md")))?);
            }
            _ => typed.values.push((key, value)),
        }
    }
    Ok(typed)
}

/// The list of a system's questions, each with what it is about.
fn list(system: &dyn System) -> String {
    let rows: Vec<Vec<String>> =
        system.questions().iter().map(|question| vec![format!("  {}", question.name), question.about.to_owned()]).collect();
    format!("Questions (parameters: `sparring odds {} QUESTION --help`)\n{}", system.name(), output::aligned(&rows))
}

/// The parameters of a question: each with what it can be, what it is when nothing is said, and what it means.
fn describe(system: &dyn System, question: &Question) -> Result<String, Failure> {
    let heads = ["parameter", "can be", "without it", "means"];
    let heads = vec![format!("  {}", heads[0]), heads[1].to_owned(), heads[2].to_owned(), heads[3].to_owned()];
    let row = |parameter: &Parameter| {
        let unsaid = match (parameter.kind, parameter.unsaid) {
            (_, Unsaid::Book) => "as the book says",
            (_, Unsaid::Default(value) | Unsaid::Nothing(value)) => value,
        };
        vec![format!("  --{}", dashed(parameter)), parameter.kind.in_words(), unsaid.to_owned(), parameter.about.to_owned()]
    };
    let rows: Vec<Vec<String>> = std::iter::once(heads).chain(question.parameters.iter().map(row)).collect();
    let (name, its) = (question.name, system.name());
    let Some(first) = question.parameters.first() else {
        return Ok(format!("{name}: {}\n\nsparring odds {its} {name}\n  It takes no parameters.\n{ELSE}", question.about));
    };
    let value = match first.unsaid {
        Unsaid::Default(value) => format!(" --{} {value}", dashed(first)),
        Unsaid::Book | Unsaid::Nothing(_) => String::new(),
    };
    let (one, other) = (One { who: Slot(0), with: None, flag: "--with" }, One { who: Slot(1), with: None, flag: "--at-with" });
    let starter = system.load(&Raw::from_text("the starter", system.starter(), &[]))?;
    let taken = starter.game.parameters(question.name, &About { by: one, at: Some(other) });
    let sheets = if is_about_somebody(&taken) {
        "\nWith `--in FILE --by NAME`, and `--at NAME` for the other one, sheets of a scenario say what is not typed;\n\
         `--with` and `--at-with` say which weapon, ability or skill is used.\n"
    } else {
        ""
    };
    Ok(format!(
        "{name}: {}\n\nsparring odds {its} {name} [--PARAMETER VALUE]..., for example:\nsparring odds {its} {name}{value}\n\n{}{sheets}{ELSE}",
        question.about,
        output::aligned(&rows)
    ))
}

/// Options that every question has.
const ELSE: &str = "\n`--set book.x=1` changes the rules, `--given 4..` narrows the answer to values of 4 or more, `--format` and `--page` say what is\n\
     written: see `sparring odds --help`.\n";

/// The name of a parameter as it is typed.
fn dashed(parameter: &Parameter) -> String {
    parameter.name.replace('_', "-")
}
