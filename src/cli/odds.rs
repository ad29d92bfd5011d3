//! `sparring odds`: exact answers to dice questions of a system.
//!
//! Questions are data of the cores, so their parameters are read here by name and not by clap.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::cli::output;
use crate::error::{Failure, nearest};
use crate::report::{self, odds as rendered};
use crate::rules::questions::{Arguments, Question};
use crate::rules::{SYSTEMS, System};
use crate::scenario::Raw;
use crate::with_system;

/// Answer dice questions of a system exactly: `sparring odds vogt check --die 1d8 --bonus 2`.
#[derive(Args, Debug)]
pub struct OddsArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(SYSTEMS))]
    system: String,
    /// The question; without it, all questions are listed.
    question: Option<String>,
    /// Its parameters: `--name value`. `--set book.x=1` changes the rules, `--format text|json|csv|md`
    /// what is printed, `--charts DIRECTORY` also draws its curves.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    parameters: Vec<String>,
}

/// What is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum OddsFormat {
    Text,
    Json,
    Csv,
    Md,
}

/// What was typed behind the question.
#[derive(Default)]
struct Typed {
    sets: Vec<String>,
    format: Option<OddsFormat>,
    charts: Option<PathBuf>,
    values: Vec<(String, String)>,
    help: bool,
}

pub fn odds(arguments: &OddsArguments) -> Result<(), Failure> {
    let text = with_system!(arguments.system.as_str(), S => answer::<S>(arguments)?);
    output::print(&text.unwrap_or_default())
}

fn answer<S: System>(arguments: &OddsArguments) -> Result<String, Failure> {
    let Some(name) = &arguments.question else { return Ok(list(S::QUESTIONS)) };
    let Some(question) = S::QUESTIONS.iter().find(|question| question.name == name) else {
        let near = nearest(name, S::QUESTIONS.iter().map(|question| question.name));
        let near = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("{} has no question `{name}`{near}\n\n{}", S::NAME, list(S::QUESTIONS))));
    };
    let typed = read(&arguments.parameters)?;
    if typed.help {
        return Ok(describe(question));
    }
    let scenario = Raw::from_text("the published rules", S::STARTER, &typed.sets).check::<S>()?;
    let given = typed.values.iter().map(|(key, value)| (key.as_str(), value.as_str()));
    let values = Arguments::read(question, given).map_err(Failure::Usage)?;
    let document = &scenario.document;
    let answer = S::answer(question, &values, &document.book, &document.rulings).map_err(Failure::Usage)?;
    if let Some(directory) = &typed.charts {
        let charts = rendered::charts(&answer)?.into_iter().enumerate();
        let files = charts.map(|(index, chart)| (format!("{}-{}.svg", question.name, index + 1), chart)).collect();
        report::write::write_all(directory, files)?;
    }
    match typed.format.unwrap_or(OddsFormat::Text) {
        OddsFormat::Text => Ok(rendered::text(&answer)),
        OddsFormat::Json => Ok(format!("{:#}\n", rendered::json(&answer))),
        OddsFormat::Csv => Ok(rendered::csv(&answer)),
        OddsFormat::Md => Ok(rendered::markdown(&answer)),
    }
}

/// Reads `--name value` and `--name=value`.
fn read(words: &[String]) -> Result<Typed, Failure> {
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
        let value = value.or_else(|| words.next().cloned());
        let Some(value) = value else { return Err(Failure::Usage(format!("`--{name}` needs a value"))) };
        match name {
            "set" => typed.sets.push(value),
            "charts" => typed.charts = Some(value.into()),
            "format" => {
                let format = OddsFormat::from_str(&value, true);
                typed.format = Some(format.map_err(|_| Failure::Usage(format!("`{value}` is no format; there are text, json, csv, md")))?);
            }
            _ => typed.values.push((name.replace('-', "_"), value)),
        }
    }
    Ok(typed)
}

fn list(questions: &[Question]) -> String {
    let rows: Vec<Vec<String>> =
        questions.iter().map(|question| vec![format!("  {}", question.name), question.about.to_owned()]).collect();
    format!("Questions (parameters: `sparring odds SYSTEM QUESTION --help`)\n{}", output::aligned(&rows))
}

fn describe(question: &Question) -> String {
    let rows: Vec<Vec<String>> = question
        .parameters
        .iter()
        .map(|parameter| {
            let default = if parameter.default.is_empty() { "as the book says" } else { parameter.default };
            vec![format!("  --{}", parameter.name), default.to_owned(), parameter.about.to_owned()]
        })
        .collect();
    format!("{}: {}\n{}", question.name, question.about, output::aligned(&rows))
}
