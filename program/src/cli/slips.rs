//! Slips: what was probably meant by a command line that cannot be read.
//!
//! Owns words that people know from other programs. Advice replaces the tips of clap, which go by the spelling alone. Start at
//! [`advised`].

use clap::Command;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, Error, ErrorKind};

use crate::systems;
use frame::error::nearest;

/// Verbs of other programs, and what does the same here.
const VERBS: &[(&str, &str)] = &[
    ("simulate", "run"),
    ("sim", "run"),
    ("simulation", "run"),
    ("play", "run"),
    ("fight", "run"),
    ("start", "run"),
    ("exec", "run"),
    ("solve", "run FILE --exact"),
    ("init", "new"),
    ("create", "new"),
    ("list", "systems"),
    ("ls", "systems"),
    ("rules", "book"),
    ("lint", "validate"),
    ("verify", "validate"),
    ("fix", "validate --fix"),
    ("test", "check"),
    ("diff", "compare"),
    ("versus", "compare"),
    ("vs", "compare"),
    ("tournament", "matchup"),
    ("matrix", "matchup"),
    ("query", "ask"),
    ("stats", "ask"),
    ("show", "replay"),
    ("watch", "replay"),
    ("dice", "odds"),
    ("optimize", "tune"),
    ("balance", "tune"),
    ("luck", "why"),
    ("explain", "why"),
    ("version", "--version"),
];

/// Options of other programs, and what they are here.
const OPTIONS: &[(&str, &str)] = &[
    ("-n", "--fights"),
    ("-N", "--fights"),
    ("--iterations", "--fights"),
    ("--iter", "--fights"),
    ("--runs", "--fights"),
    ("--rounds", "--fights"),
    ("--trials", "--fights"),
    ("--count", "--fights"),
    ("--number", "--fights"),
    ("--samples", "--fights"),
    ("--simulations", "--fights"),
    ("--limit", "--most"),
    ("--limit", "--fights"),
    ("-s", "--seed"),
    ("-j", "--threads"),
    ("--jobs", "--threads"),
    ("--cores", "--threads"),
    ("-o", "--out"),
    ("--output", "--out"),
    ("--output", "--page"),
    ("-f", "--format"),
    ("--json", "--format json"),
    ("--csv", "--format csv"),
    ("--html", "--page"),
    ("--confidence", "--level"),
    ("--override", "--set"),
    ("--patch", "--with"),
    ("--filter", "--where"),
];

/// The error of clap with our advice in place of its tips; `words` are what was typed, without the name of the program.
pub fn advised(mut error: Error, all: &Command, words: &[String]) -> Error {
    let verb = words.iter().find_map(|word| all.find_subcommand(word));
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.clone(),
        Some(ContextValue::Strings(texts)) => texts.join(" "),
        _ => String::new(),
    };
    let wrong = text(ContextKind::InvalidArg);
    let advice = match error.kind() {
        ErrorKind::InvalidSubcommand => meant_verb(all, &text(ContextKind::InvalidSubcommand)),
        ErrorKind::UnknownArgument => verb.map_or_else(|| meant_verb(all, &wrong), |verb| Some(meant_option(verb, &wrong))),
        ErrorKind::MissingRequiredArgument if wrong.contains("SYSTEM") => verb.map(missing_system),
        ErrorKind::InvalidValue if wrong.contains("SYSTEM") => {
            let said = "`sparring systems` says what each of them is".to_owned();
            Some(verb.filter(|_| is_file(&text(ContextKind::InvalidValue))).map_or(said, missing_system))
        }
        ErrorKind::InvalidValue if wrong.contains("--of") && verb.is_some_and(|verb| verb.get_name() == "knockout") => {
            Some("weapons, armor, skills and the like are `--of traits`; without `--of` everything is taken away".to_owned())
        }
        _ => return error,
    };
    for tip in [
        ContextKind::Suggested,
        ContextKind::SuggestedArg,
        ContextKind::SuggestedSubcommand,
        ContextKind::SuggestedValue,
        ContextKind::TrailingArg,
    ] {
        error.remove(tip);
    }
    if let Some(advice) = advice {
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![StyledStr::from(advice)]));
    }
    error
}

/// True if a word is no name of anything but a file.
fn is_file(word: &str) -> bool {
    let path = std::path::Path::new(word);
    path.extension().is_some_and(|extension| extension == "toml") || path.is_file()
}

/// What to write in place of a verb that there is not.
fn meant_verb(all: &Command, word: &str) -> Option<String> {
    if is_file(word) {
        return Some(format!("write `sparring run {word}`"));
    }
    let known = VERBS.iter().find(|(other, _)| *other == word).map(|(_, own)| *own);
    let names = all.get_subcommands().filter(|verb| !verb.is_hide_set()).map(Command::get_name);
    let own = known.or_else(|| nearest(word, names))?;
    Some(format!("write `sparring {own}`"))
}

/// What to write in place of an option that a verb has not.
fn meant_option(verb: &Command, word: &str) -> String {
    let typed = word.split(['=', ' ']).next().unwrap_or_default();
    let long: Vec<String> = verb.get_arguments().filter_map(|one| one.get_long()).map(|long| format!("--{long}")).collect();
    let name = verb.get_name();
    let is = |option: &str| long.iter().any(|own| Some(own.as_str()) == option.split(' ').next());
    let known = OPTIONS.iter().find(|(other, own)| *other == typed && is(own)).map(|(_, own)| *own);
    match known.or_else(|| nearest(typed, long.iter().map(String::as_str)).filter(|_| typed.starts_with("--"))) {
        Some(own) => format!("write `{own}`"),
        None if typed.starts_with('-') => format!("`sparring {name} --help` lists what can be said"),
        None => format!("a text with blanks stands in quotes; `sparring {name} --help` lists what can be said"),
    }
}

/// The system that a verb needs.
fn missing_system(verb: &Command) -> String {
    let name = verb.get_name();
    let systems = systems::built().names();
    let first = systems.first().copied().unwrap_or_default();
    let named = if verb.get_arguments().any(|one| one.get_long() == Some("system")) { "--system " } else { "" };
    format!("say of which system ({}): `sparring {name} {named}{first}`", systems.join(", "))
}
