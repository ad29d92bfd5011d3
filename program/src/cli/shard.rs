//! Shards: which part of a command's fights is played here.
//!
//! Owns `--shard`, what the variables of job arrays say instead of it, and where parts are written. `sparring merge` puts them
//! together. Start at [`ShardArguments::role`].

use std::path::Path;

use clap::Args;

use crate::cli::output;
use crate::report::write::write_all;
use frame::dice::key::SCHEME;
use frame::error::Failure;
use frame::tally::{PartHeader, Parts, Piece, Shard, TallyPart, results};

/// The argument of every verb that can be shared among machines.
#[derive(Args, Debug, Clone)]
pub struct ShardArguments {
    /// Play only a part of the fights, such as 3/16, and write it to a file for `sparring merge`. Tasks of job arrays of Slurm, AWS
    /// Batch and Kubernetes know their part by themselves; `--shard none` plays all of it there.
    #[arg(long, value_name = "PART/PARTS", value_parser = given)]
    shard: Option<Given>,
}

/// The words that were typed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Given {
    /// Everything, whatever the surroundings say.
    Whole,
    /// A part.
    Part(Shard),
}

/// The part of this process in its command.
#[derive(Clone, Copy, Debug)]
pub enum Role<'a> {
    /// It plays everything.
    Whole,
    /// It plays a part.
    Shard(Shard),
    /// It takes the counts from parts that have been played.
    Merge(&'a Parts),
}

/// A kind of job array, by the variables that its tasks see.
struct Array {
    name: &'static str,
    index: &'static str,
    count: &'static str,
    /// The variable with the smallest index, where that is not 0.
    first: Option<&'static str>,
    /// The variable with the distance of indices, where that is not 1.
    step: Option<&'static str>,
}

const ARRAYS: [Array; 3] = [
    Array {
        name: "Slurm",
        index: "SLURM_ARRAY_TASK_ID",
        count: "SLURM_ARRAY_TASK_COUNT",
        first: Some("SLURM_ARRAY_TASK_MIN"),
        step: Some("SLURM_ARRAY_TASK_STEP"),
    },
    Array { name: "AWS Batch", index: "AWS_BATCH_JOB_ARRAY_INDEX", count: "AWS_BATCH_JOB_ARRAY_SIZE", first: None, step: None },
    Array { name: "Kubernetes", index: "JOB_COMPLETION_INDEX", count: "JOB_COMPLETIONS", first: None, step: None },
];

/// A part as it is typed: `3/16`, or `none`.
fn given(text: &str) -> Result<Given, String> {
    if text.trim() == "none" {
        return Ok(Given::Whole);
    }
    let numbers = text.split_once('/').and_then(|(number, of)| Some((number.trim().parse().ok()?, of.trim().parse().ok()?)));
    match numbers {
        Some((number, of)) if 1 <= number && number <= of => Ok(Given::Part(Shard { number, of })),
        Some((number, of)) => Err(format!("there is no part {number} of {of}: they count from 1")),
        None => Err("write a part such as 3/16, or none".to_owned()),
    }
}

impl Array {
    /// The part of a task with these variables; nothing where there is no such task.
    fn shard(&self, variable: &impl Fn(&str) -> Option<String>) -> Result<Option<Shard>, Failure> {
        let Some(index) = variable(self.index) else { return Ok(None) };
        let wrong = |reason: String| Failure::Usage(format!("{} job array: {reason}; say it by --shard", self.name));
        let number = |name: &str, text: String| {
            text.parse::<u32>().map_err(|_| wrong(format!("{name} is `{text}`, which is no whole number")))
        };
        let other = |name: Option<&str>, without: u32| match name.and_then(|name| Some((name, variable(name)?))) {
            Some((name, text)) => number(name, text),
            None => Ok(without),
        };
        let Some(count) = variable(self.count) else {
            return Err(wrong(format!("{} is set, but {}, the number of tasks, is not", self.index, self.count)));
        };
        let (index, of) = (number(self.index, index)?, number(self.count, count)?);
        let (first, step) = (other(self.first, 0)?, other(self.step, 1)?.max(1));
        match index.checked_sub(first).filter(|beyond| beyond.is_multiple_of(step)).map(|beyond| beyond / step) {
            Some(place) if place < of => Ok(Some(Shard { number: place + 1, of })),
            _ => Err(wrong(format!("task {index} is none of {of} tasks that begin with {first} and go up by {step}"))),
        }
    }
}

/// The variables of job arrays.
fn surroundings(variable: &impl Fn(&str) -> Option<String>) -> Result<Option<Shard>, Failure> {
    for array in &ARRAYS {
        if let Some(shard) = array.shard(variable)? {
            return Ok(Some(shard));
        }
    }
    Ok(None)
}

impl ShardArguments {
    /// The part of this process.
    ///
    /// # Errors
    /// Variables of a job array that contradict themselves.
    pub fn role(&self) -> Result<Role<'static>, Failure> {
        let shard = match self.shard {
            Some(Given::Whole) => None,
            Some(Given::Part(shard)) => Some(shard),
            None => surroundings(&|name| std::env::var(name).ok())?,
        };
        Ok(shard.map_or(Role::Whole, Role::Shard))
    }
}

/// Options that may differ from machine to machine.
const OWN: [&str; 2] = ["--shard", "--threads"];

/// The words of this command, without the program's name and what may differ from part to part.
fn typed(words: impl Iterator<Item = String>) -> Vec<String> {
    let (mut kept, mut words) = (Vec::new(), words.skip(1));
    while let Some(word) = words.next() {
        if OWN.contains(&word.as_str()) {
            words.next();
        } else if !OWN.iter().any(|option| word.strip_prefix(option).is_some_and(|rest| rest.starts_with('='))) {
            kept.push(word);
        }
    }
    kept
}

/// The folder of the parts of a report.
pub const PARTS: &str = "parts";

/// Writes what a shard has played below the folder of its report.
///
/// # Errors
/// A folder that is not there or cannot be written.
pub fn hand_in(shard: Shard, directory: Option<&Path>, pieces: Vec<Piece>) -> Result<(), Failure> {
    let Some(directory) = directory else {
        return Err(Failure::Usage("a part has to be written: leave --no-report out".into()));
    };
    let header = PartHeader {
        tool: env!("CARGO_PKG_VERSION").to_owned(),
        scheme: SCHEME.to_owned(),
        results: results().to_owned(),
        command: typed(std::env::args_os().map(|word| word.to_string_lossy().into_owned())),
        shard,
    };
    let text = TallyPart { header, pieces }.text().map_err(|error| Failure::Bug(error.to_string()))?;
    let Shard { number, of } = shard;
    let digits = of.to_string().len();
    let directory = directory.join(PARTS);
    let written = write_all(&directory, vec![(format!("{number:0digits$}-of-{of}.part"), text)])?;
    let file = written.iter().map(|path| path.display().to_string()).collect::<String>();
    output::show(&format!("Part {number} of {of}: {file}\nWhen all are there: sparring merge {}\n", directory.display()))
}

/// A shard that was broken off.
pub fn broken_off() -> Failure {
    Failure::Interrupted("interrupted: a part counts only when it is whole, so nothing was written".into())
}

/// The failure of parts that do not belong together or cannot be used.
pub fn refused(reasons: Vec<String>) -> Failure {
    Failure::Incomplete(format!("these parts make no whole:\n  {}", reasons.join("\n  ")))
}

/// Counts that the parts do not have.
pub fn foreign(what: &str) -> Failure {
    refused(vec![format!(
        "they do not have the counts of {what} as it is now: it was changed since, or it is another file from here"
    )])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_typed_as_a_number_of_a_number() {
        assert_eq!(given("3/16"), Ok(Given::Part(Shard { number: 3, of: 16 })));
        assert_eq!(given(" 1 / 1 "), Ok(Given::Part(Shard { number: 1, of: 1 })));
        assert_eq!(given("none"), Ok(Given::Whole));
        for text in ["0/3", "4/3", "3", "/", "1/0", "a/b", "-1/3", "1/99999999999"] {
            assert!(given(text).is_err(), "{text}");
        }
    }

    fn told(variables: &[(&str, &str)]) -> Result<Option<(u32, u32)>, String> {
        let variable = |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
        let shard = surroundings(&variable).map_err(|failure| failure.render(false))?;
        Ok(shard.map(|shard| (shard.number, shard.of)))
    }

    #[test]
    fn tasks_of_job_arrays_know_their_part() {
        let slurm = |id, count, min, step| {
            told(&[
                ("SLURM_ARRAY_TASK_ID", id),
                ("SLURM_ARRAY_TASK_COUNT", count),
                ("SLURM_ARRAY_TASK_MIN", min),
                ("SLURM_ARRAY_TASK_STEP", step),
            ])
        };
        assert_eq!(slurm("0", "4", "0", "1"), Ok(Some((1, 4))));
        assert_eq!(slurm("3", "3", "1", "1"), Ok(Some((3, 3))));
        assert_eq!(slurm("9", "3", "1", "4"), Ok(Some((3, 3))));
        assert_eq!(told(&[("AWS_BATCH_JOB_ARRAY_INDEX", "2"), ("AWS_BATCH_JOB_ARRAY_SIZE", "5")]), Ok(Some((3, 5))));
        assert_eq!(told(&[("JOB_COMPLETION_INDEX", "0"), ("JOB_COMPLETIONS", "2")]), Ok(Some((1, 2))));
        assert_eq!(told(&[]), Ok(None));
    }

    #[test]
    fn variables_that_make_no_sense_are_told() {
        let error = |variables: &[(&str, &str)]| told(variables).expect_err("no sense");
        assert!(error(&[("JOB_COMPLETION_INDEX", "0")]).contains("JOB_COMPLETIONS, the number of tasks, is not"));
        assert!(error(&[("SLURM_ARRAY_TASK_ID", "x"), ("SLURM_ARRAY_TASK_COUNT", "4")]).contains("`x`"));
        // Tasks 1, 3 and 7 leave holes.
        assert!(
            error(&[("SLURM_ARRAY_TASK_ID", "7"), ("SLURM_ARRAY_TASK_COUNT", "3"), ("SLURM_ARRAY_TASK_MIN", "1")])
                .contains("--shard")
        );
    }

    #[test]
    fn the_command_of_a_part_is_the_same_for_all_parts() {
        let words = |text: &str| typed(text.split(' ').map(str::to_owned));
        let whole = words("sparring run duel.toml --fights 1e6");
        assert_eq!(words("sparring run --shard 3/16 duel.toml --fights 1e6"), whole);
        assert_eq!(words("sparring run duel.toml --shard=2/16 --fights 1e6"), whole);
        assert_eq!(words("sparring run duel.toml --threads 4 --fights 1e6 --threads=2"), whole);
    }
}
