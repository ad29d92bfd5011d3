//! `sparring book` and `sparring rulings`: everything of a system that can be set, with default, range and ledger ids.

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::cli::output;
use crate::error::Failure;
use crate::rules::SYSTEMS;
use crate::scenario::Setting;
use crate::with_system;

/// List every number and table of a system: path, published value, range, ledger ids.
#[derive(Args, Debug)]
pub struct BookArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(SYSTEMS))]
    system: String,
    /// Only paths that contain this.
    filter: Option<String>,
}

/// List the switches for what the published rules leave open, each with its options.
#[derive(Args, Debug)]
pub struct RulingsArguments {
    /// The rule system.
    #[arg(value_parser = PossibleValuesParser::new(SYSTEMS))]
    system: String,
    /// Only paths that contain this.
    filter: Option<String>,
}

pub fn book(arguments: &BookArguments) -> Result<(), Failure> {
    let settings = with_system!(arguments.system.as_str(), S => crate::scenario::book::<S>()).unwrap_or_default();
    list(&settings, arguments.filter.as_deref())
}

pub fn rulings(arguments: &RulingsArguments) -> Result<(), Failure> {
    let settings = with_system!(arguments.system.as_str(), S => crate::scenario::rulings::<S>()).unwrap_or_default();
    list(&settings, arguments.filter.as_deref())
}

fn list(settings: &[Setting], filter: Option<&str>) -> Result<(), Failure> {
    let wanted: Vec<&Setting> =
        settings.iter().filter(|setting| filter.is_none_or(|filter| setting.path.contains(filter))).collect();
    if let (Some(filter), true) = (filter, wanted.is_empty()) {
        let near = crate::error::nearest(filter, settings.iter().map(|setting| setting.path.as_str()));
        let advice = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        return Err(Failure::Usage(format!("no path contains `{filter}`{advice}")));
    }
    let mut text = String::new();
    for setting in wanted {
        text.push_str(&describe(setting));
    }
    output::print(&text)
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
