//! `sparring book` and `sparring rulings`: everything of a system that can be set, with default, range and ledger ids.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::output;
use crate::error::{Failure, nearest};
use crate::report::reference::Wanted;
use crate::scenario::Setting;
use crate::systems;

/// List every number and table of a system: path, published value, range, ledger ids.
#[derive(Args, Debug)]
pub struct BookArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(systems::names()))]
    system: String,
    /// Only what has all these words in its path, its meaning, its options or its ledger ids. Searches the rulings too.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

/// List the switches for what the published rules leave open, each with its options.
#[derive(Args, Debug)]
pub struct RulingsArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(systems::names()))]
    system: String,
    /// Only what has all these words in its path, its meaning, its options or its ledger ids.
    #[arg(value_name = "WORD")]
    words: Vec<String>,
}

/// Lists the numbers of the rules, and switches as well where words are given.
pub fn book(arguments: &BookArguments) -> Result<(), Failure> {
    let system = systems::named(&arguments.system)?;
    let mut settings = system.book();
    if !arguments.words.is_empty() {
        settings.extend(system.rulings());
    }
    list(&settings, &arguments.words)
}

/// Lists the switches of the rules.
pub fn rulings(arguments: &RulingsArguments) -> Result<(), Failure> {
    list(&systems::named(&arguments.system)?.rulings(), &arguments.words)
}

/// Prints settings that have all words: first those with them in their path, then those that tell of them.
fn list(settings: &[Setting], words: &[String]) -> Result<(), Failure> {
    let wanted = Wanted::new(words);
    let (named, others): (Vec<&Setting>, Vec<&Setting>) =
        settings.iter().partition(|setting| wanted.in_any([setting.path.as_str()]));
    let told: Vec<&Setting> = others.into_iter().filter(|setting| tells_of(setting, &wanted)).collect();
    if named.is_empty() && told.is_empty() {
        let typed = words.join(" ");
        let near = nearest(&typed, settings.iter().map(|setting| setting.path.as_str()));
        let parts = || settings.iter().flat_map(|setting| setting.path.split('.'));
        let part = || nearest(&typed, parts());
        // Of several words each may be found alone.
        let alone = || {
            let each = words.iter().filter(|_| words.len() > 1);
            each.filter_map(|word| {
                let wanted = Wanted::new(std::slice::from_ref(word));
                let told = settings.iter().any(|setting| tells_of(setting, &wanted));
                if told { Some(word.as_str()) } else { nearest(word, parts()) }
            })
            .next()
        };
        let advice = near.or_else(part).or_else(alone).map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("no path and no meaning contains `{typed}`{advice}")));
    }
    let text: String = named.into_iter().chain(told).map(describe).collect();
    output::show(&text)
}

/// True if a setting's path, meaning, options and ledger ids together have all words.
fn tells_of(setting: &Setting, wanted: &Wanted) -> bool {
    let options = setting.options.iter().flat_map(|option| [&option.name, &option.meaning]);
    let texts = options.chain(&setting.ledger).chain([&setting.path, &setting.meaning]);
    wanted.in_any(texts.map(String::as_str))
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
