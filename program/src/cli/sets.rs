//! `--set` and `--slips`: changes of single values, for all verbs that read scenarios.
//!
//! Owns the two options; the second is short for changes of the first kind. What a change means is for the scenario. Start at [`Sets`].

use std::ops::{Deref, DerefMut};

use clap::{ArgMatches, Args, Command, Error, FromArgMatches};

use frame::scenario::quoted;

/// Changes of single values.
#[derive(Args, Debug)]
struct Typed {
    /// Change a value: `book.defend.ar_bonus=3`, `side.heroes.Ada.hp_max=20`. Can be given several times.
    #[arg(long = "set", value_name = "PATH=VALUE")]
    sets: Vec<String>,
    /// Let somebody slip: `party=10%` takes every tenth decision of a side, a combatant or a policy at random among what is legal. Can be
    /// given several times.
    #[arg(long = "slips", value_name = "NAME=CHANCE", value_delimiter = ',', value_parser = slips)]
    slips: Vec<String>,
}

/// Changes of single values, each as `path=value`.
#[derive(Clone, Default, Debug)]
pub struct Sets(Vec<String>);

impl From<Vec<String>> for Sets {
    fn from(sets: Vec<String>) -> Self {
        Sets(sets)
    }
}

impl Deref for Sets {
    type Target = Vec<String>;

    fn deref(&self) -> &Vec<String> {
        &self.0
    }
}

impl DerefMut for Sets {
    fn deref_mut(&mut self) -> &mut Vec<String> {
        &mut self.0
    }
}

impl FromArgMatches for Sets {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let Typed { sets, slips } = Typed::from_arg_matches(matches)?;
        Ok(Sets([sets, slips].concat()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Sets::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for Sets {
    fn augment_args(command: Command) -> Command {
        Typed::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        Typed::augment_args_for_update(command)
    }
}

/// Reads `NAME=CHANCE` as the change that it is short for.
fn slips(text: &str) -> Result<String, String> {
    let wrong = || format!("`{text}` is no NAME=CHANCE, such as party=10%");
    let (name, chance) = text.rsplit_once('=').ok_or_else(wrong)?;
    let (name, chance) = (name.trim(), chance.trim());
    if name.is_empty() {
        return Err(wrong());
    }
    let (digits, whole) = chance.strip_suffix('%').map_or((chance, 1.0), |percent| (percent.trim(), 100.0));
    match digits.parse::<f64>() {
        Ok(number) if whole == 1.0 && number > 1.0 && number <= 100.0 => {
            Err(format!("`{chance}` of what? write {name}={chance}% where of a hundred decisions so many are meant"))
        }
        // What a division adds behind the digits would make 99.9 % another number than 0.999.
        Ok(number) if (0.0..=whole).contains(&number) => {
            Ok(format!("slips.{}={}", quoted(name), (number / whole * 1e12).round() / 1e12))
        }
        _ => Err(format!("`{chance}` is no chance: write a percentage from 0% to 100%, such as {name}=10%")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_short_for_a_change() {
        for (text, set) in [
            ("party=10%", "slips.party=0.1"),
            ("the party = 99.9 %", "slips.\"the party\"=0.999"),
            ("Bram=0.25", "slips.Bram=0.25"),
            ("Bram=0%", "slips.Bram=0"),
            ("Bram=1", "slips.Bram=1"),
        ] {
            assert_eq!(slips(text).as_deref(), Ok(set), "{text}");
        }
        for text in ["party", "=10%", "party=110%", "party=-1%", "party=ten", "party=10", "party=NaN", "party="] {
            assert!(slips(text).is_err(), "{text}");
        }
    }
}
