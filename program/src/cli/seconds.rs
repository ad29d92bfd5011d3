//! `--seconds`: how long things take at the table, for all verbs that measure fights.
//!
//! Owns the option and its words. What the time of a fight is made of is for the layout. Start at [`SecondsArguments::apply`].

use clap::Args;

use frame::door::Playable;
use frame::error::{Failure, nearest};
use frame::sim::layout::Seconds;

/// How long things take at the table.
#[derive(Args, Debug, Clone, Default)]
pub struct SecondsArguments {
    /// The seconds that things take at the table: `roll=5,lookup=15,decision=10`, also of a `turn`, a `reaction` and a `round`. The time of
    /// a fight is one of its outcomes then, `table_seconds`. A scenario can say so in `[seconds]`.
    #[arg(long = "seconds", value_name = "NAME=SECONDS", value_delimiter = ',', value_parser = one)]
    seconds: Vec<(String, u32)>,
}

impl SecondsArguments {
    /// Measures the time at the table with these seconds, where any are given.
    ///
    /// # Errors
    /// A scenario that says them itself.
    pub fn apply(&self, playable: &mut Playable) -> Result<(), Failure> {
        if self.seconds.is_empty() {
            return Ok(());
        }
        let mut seconds = playable.layout.seconds();
        if !seconds.is_empty() {
            let message = "the scenario has `[seconds]`: change them with `--set seconds.roll=5` instead of --seconds";
            return Err(Failure::Usage(message.into()));
        }
        for (name, of) in &self.seconds {
            if let Some(place) = seconds.of(name) {
                *place = *of;
            }
        }
        playable.layout.take_seconds(seconds);
        Ok(())
    }

    /// The option as it was typed.
    pub fn typed(&self) -> Option<String> {
        let each: Vec<String> = self.seconds.iter().map(|(name, seconds)| format!("{name}={seconds}")).collect();
        (!each.is_empty()).then(|| format!("--seconds {}", each.join(",")))
    }
}

/// Reads the seconds of one thing.
fn one(text: &str) -> Result<(String, u32), String> {
    let (name, seconds) = text.split_once('=').ok_or_else(|| format!("`{text}` is no NAME=SECONDS, such as roll=5"))?;
    let name = name.trim();
    if Seconds::default().of(name).is_none() {
        let near = nearest(name, Seconds::NAMES).map(|near| format!("; did you mean `{near}`?"));
        let all = || format!("; there are {}", Seconds::NAMES.join(", "));
        return Err(format!("nothing at the table is called `{name}`{}", near.unwrap_or_else(all)));
    }
    let most = Seconds::MOST;
    match seconds.trim().parse::<u32>() {
        Ok(seconds) if (1..=most).contains(&seconds) => Ok((name.to_owned(), seconds)),
        _ => Err(format!("`{seconds}` is no whole number of seconds from 1 to {most}")),
    }
}
