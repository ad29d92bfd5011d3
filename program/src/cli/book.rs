//! `sparring book` and `sparring rulings`: everything of a system that can be set, with default, range and ledger ids.

use clap::Args;
use serde_json::{Value, json};

use crate::cli::output::{self, ListFormat};
use crate::report::reference::Wanted;
use crate::systems;
use frame::error::{Failure, nearest};
use frame::scenario::Setting;

/// List every number and table of a system: path, published value, range, ledger ids.
#[derive(Args, Debug)]
pub struct BookArguments {
    /// The rule system.
    #[arg(value_parser = systems::checked)]
    system: String,
    /// Only what has all these words in its path, its meaning, its options or its ledger ids. Searches the rulings too.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// List the switches for what the published rules leave open, each with its options.
#[derive(Args, Debug)]
pub struct RulingsArguments {
    /// The rule system.
    #[arg(value_parser = systems::checked)]
    system: String,
    /// Only what has all these words in its path, its meaning, its options or its ledger ids.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
    /// The format of the output.
    #[arg(long, value_enum, default_value_t)]
    format: ListFormat,
}

/// Lists the numbers of the rules, and switches as well where words are given.
pub fn book(arguments: &BookArguments) -> Result<(), Failure> {
    let system = systems::built().named(&arguments.system)?;
    let mut settings = system.book();
    if !arguments.words.is_empty() {
        settings.extend(system.rulings());
    }
    list(&settings, &arguments.words, arguments.format)
}

/// Lists the switches of the rules.
pub fn rulings(arguments: &RulingsArguments) -> Result<(), Failure> {
    list(&systems::built().named(&arguments.system)?.rulings(), &arguments.words, arguments.format)
}

/// Prints settings that have all words: first those with them in their path, then those that tell of them.
fn list(settings: &[Setting], words: &[String], format: ListFormat) -> Result<(), Failure> {
    let wanted = Wanted::new(words);
    let (named, others): (Vec<&Setting>, Vec<&Setting>) =
        settings.iter().partition(|setting| wanted.in_any([setting.path.as_str()]));
    let told: Vec<&Setting> = others.into_iter().filter(|setting| tells_of(setting, &wanted)).collect();
    let nothing = settings.is_empty() && words.is_empty();
    if named.is_empty() && told.is_empty() && !nothing {
        let typed = words.join(" ");
        let near = nearest(&typed, settings.iter().map(|setting| setting.path.as_str()));
        let parts = || settings.iter().flat_map(|setting| setting.path.split('.'));
        let part = || nearest(&typed, parts());
        // Of several words each may be found alone.
        let alone = || {
            let mut each = words.iter().filter(|_| words.len() > 1);
            each.find_map(|word| {
                let wanted = Wanted::new(std::slice::from_ref(word));
                let told = settings.iter().any(|setting| tells_of(setting, &wanted));
                if told { Some(word.as_str()) } else { nearest(word, parts()) }
            })
        };
        let advice = near.or_else(part).or_else(alone).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("no path and no meaning contains `{typed}`{advice}")));
    }
    let found = named.into_iter().chain(told);
    match format {
        ListFormat::Text if nothing => output::print("the rules have none\n"),
        ListFormat::Text => output::show(&found.map(describe).collect::<String>()),
        ListFormat::Json => output::document(&json!({ "schema": 1, "settings": found.map(of_setting).collect::<Vec<_>>() })),
    }
}

/// True if a setting's path, meaning, options and ledger ids together have all words.
fn tells_of(setting: &Setting, wanted: &Wanted) -> bool {
    let options = setting.options.iter().flat_map(|option| [&option.name, &option.meaning]);
    let texts = options.chain(&setting.ledger).chain([&setting.path, &setting.meaning]);
    wanted.in_any(texts.map(String::as_str))
}

/// A setting for programs.
fn of_setting(setting: &Setting) -> Value {
    let options = setting.options.iter().map(|option| json!({ "name": option.name, "meaning": option.meaning }));
    json!({
        "path": setting.path, "published": setting.published, "allowed": setting.allowed, "meaning": setting.meaning,
        "options": options.collect::<Vec<_>>(), "ledger": setting.ledger,
    })
}

/// One setting: its path and published value, what is allowed, what it means.
fn describe(setting: &Setting) -> String {
    // As a file or `--set` writes it; TOML has no word for nothing.
    let published = toml::Value::try_from(&setting.published).map_or_else(|_| "none".to_owned(), |value| value.to_string());
    let ids = if setting.ledger.is_empty() { String::new() } else { format!("  [{}]", setting.ledger.join(", ")) };
    let mut text = format!("{} = {published}{ids}\n    {}\n", setting.path, setting.meaning);
    if setting.options.is_empty() {
        text.push_str(&format!("    allowed: {}\n", setting.allowed));
    }
    for option in &setting.options {
        text.push_str(&format!("    {:<18} {}\n", option.name, option.meaning));
    }
    text
}
