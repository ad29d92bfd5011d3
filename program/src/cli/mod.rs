//! The command line: one verb per file, its arguments and help beside it. The only user of clap.
//!
//! Owns what is typed and what is printed where. Must not compute: verbs hand validated objects to the library. Start at
//! [`main`]; then the verb that was typed.

mod apply;
mod ask;
mod bands;
mod beside;
mod bless;
mod book;
mod cells;
mod chances;
mod check;
mod compare;
mod contracts;
mod coverage;
mod decisions;
mod exactly;
mod field;
mod folder;
mod git;
mod history;
mod improve;
mod knockout;
mod load;
mod many;
mod matchup;
mod means;
mod memory;
mod merge;
mod new;
mod number;
mod odds;
mod output;
mod plans;
mod policies;
mod progress;
mod reference;
mod replay;
mod rerun;
mod run;
mod schema;
mod seconds;
mod sensitivity;
mod sets;
mod shard;
mod sheet;
mod shell;
mod slips;
mod split;
mod study;
mod suite;
mod sweep;
mod systems;
mod tune;
mod validate;
mod versions;
mod why;

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub use reference::reference;
pub use validate::examine;

use frame::error::{EXIT_CODES, Failure};

/// Before you change a rule, fight a million fights.
#[derive(Parser, Debug)]
#[command(name = "sparring", version, about, max_term_width = 100, arg_required_else_help = true)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    Run(run::RunArguments),
    Compare(compare::CompareArguments),
    Ask(ask::AskArguments),
    Sweep(sweep::SweepArguments),
    Sensitivity(sensitivity::SensitivityArguments),
    Knockout(knockout::KnockoutArguments),
    Matchup(matchup::MatchupArguments),
    Chances(chances::ChancesArguments),
    Tune(tune::TuneArguments),
    Why(why::WhyArguments),
    Improve(improve::ImproveArguments),
    Merge(merge::MergeArguments),
    Coverage(coverage::CoverageArguments),
    History(history::HistoryArguments),
    Check(check::CheckArguments),
    Bless(bless::BlessArguments),
    Apply(apply::ApplyArguments),
    Replay(replay::ReplayArguments),
    Rerun(rerun::RerunArguments),
    Odds(odds::OddsArguments),
    Sheet(sheet::SheetArguments),
    Validate(validate::ValidateArguments),
    New(new::NewArguments),
    Systems(systems::SystemsArguments),
    Book(book::BookArguments),
    Rulings(book::RulingsArguments),
    Policies(policies::PoliciesArguments),
    /// List every key of a scenario file: what it takes, what holds without it, what it means.
    Keys(reference::ReferenceArguments),
    /// List everything that a line of a policy can do, with its keys and triggers.
    Actions(reference::ReferenceArguments),
    Metrics(reference::MetricsArguments),
    Schema(schema::SchemaArguments),
    Completions(shell::CompletionsArguments),
    Manual(shell::ManualArguments),
}

/// Parses the command line, runs the verb, prints its failure if any. All exit codes are decided here.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = match command().try_get_matches().and_then(|matches| Arguments::from_arg_matches(&matches)) {
        Ok(arguments) => arguments,
        Err(error) => {
            let usage = error.use_stderr();
            let words: Vec<String> = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
            let error = slips::advised(error, &command(), &words);
            // Nothing can be done when even the help cannot be printed.
            let _ = error.print();
            // A word that is no UTF-8 may stand among them.
            let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
            if let Some(advice) = torn_apart(words).filter(|_| error.kind() == ErrorKind::UnknownArgument) {
                let _ = writeln!(anstream::stderr(), "\n{advice}");
            }
            return ExitCode::from(if usage { 2 } else { 0 });
        }
    };
    progress::listen();
    crate::report::room::set(output::columns());
    end_at_bugs();
    let failure = match dispatch(&arguments.verb) {
        ended if progress::interrupted() => broken_off(ended.err()),
        Ok(()) => return ExitCode::SUCCESS,
        Err(failure) => failure,
    };
    ExitCode::from(told(&failure))
}

/// Prints a failure, and returns its exit code.
fn told(failure: &Failure) -> u8 {
    let colour = std::io::stderr().is_terminal() && anstream::ColorChoice::global() != anstream::ColorChoice::Never;
    let _ = writeln!(anstream::stderr(), "{}", failure.render(colour));
    failure.exit_code()
}

/// Makes a panic, in whichever thread, end the program with the code of bugs, behind the place where it happened. Nothing is unwound: the
/// release build has nothing to unwind with.
fn end_at_bugs() {
    let place = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        place(panic);
        let bug = Failure::Bug("the program came to a point that it must never reach".into());
        std::process::exit(i32::from(told(&bug)));
    }));
}

/// The failure that an interrupted verb ends with, whatever it found out by then: nobody goes on as if it had found out
/// everything.
fn broken_off(failure: Option<Failure>) -> Failure {
    let kept = "what is printed and written is what was complete by then";
    match failure {
        None => Failure::Interrupted(format!("interrupted: {kept}")),
        Some(Failure::Drift(found) | Failure::Undecided(found) | Failure::Incomplete(found)) => {
            Failure::Interrupted(format!("interrupted: {kept}; {found}"))
        }
        Some(failure) => failure,
    }
}

/// Carries out a command.
fn dispatch(verb: &Verb) -> Result<(), Failure> {
    match verb {
        Verb::Run(arguments) => run::run(arguments),
        Verb::Compare(arguments) => compare::compare(arguments),
        Verb::Ask(arguments) => ask::ask(arguments),
        Verb::Sweep(arguments) => sweep::sweep(arguments),
        Verb::Sensitivity(arguments) => sensitivity::sensitivity(arguments),
        Verb::Knockout(arguments) if arguments.is_of_decisions() => decisions::decisions(arguments),
        Verb::Knockout(arguments) => knockout::knockout(arguments),
        Verb::Matchup(arguments) => matchup::matchup(arguments),
        Verb::Chances(arguments) => chances::chances(arguments),
        Verb::Tune(arguments) => tune::tune(arguments),
        Verb::Why(arguments) => why::why(arguments),
        Verb::Improve(arguments) => improve::improve(arguments),
        Verb::Merge(arguments) => merge::merge(arguments),
        Verb::Coverage(arguments) => coverage::coverage(arguments),
        Verb::History(arguments) => history::history(arguments),
        Verb::Check(arguments) => check::check(arguments),
        Verb::Bless(arguments) => bless::bless(arguments),
        Verb::Apply(arguments) => apply::apply(arguments),
        Verb::Replay(arguments) => replay::replay(arguments),
        Verb::Rerun(arguments) => rerun::rerun(arguments),
        Verb::Odds(arguments) => odds::odds(arguments),
        Verb::Sheet(arguments) => sheet::sheet(arguments),
        Verb::Validate(arguments) => validate::validate(arguments),
        Verb::New(arguments) => new::new(arguments),
        Verb::Systems(_) => systems::systems(),
        Verb::Book(arguments) => book::book(arguments),
        Verb::Rulings(arguments) => book::rulings(arguments),
        Verb::Policies(arguments) => policies::policies(arguments),
        Verb::Keys(arguments) => reference::keys(arguments),
        Verb::Actions(arguments) => reference::actions(arguments),
        Verb::Metrics(arguments) => reference::metrics(arguments),
        Verb::Schema(arguments) => schema::schema(arguments),
        Verb::Completions(arguments) => shell::completions(arguments),
        Verb::Manual(arguments) => shell::manual(arguments),
    }
}

/// The command line as a whole.
fn command() -> clap::Command {
    Arguments::command().after_help(format!("{FIRST_STEPS}\n\n{}", exit_codes()))
}

/// The way of somebody who has nothing but the help: each command works in all systems.
const FIRST_STEPS: &str = "\
First steps, in each of the systems that `sparring systems` lists:
  sparring new --system vogt duel.toml  a scenario to start from
  sparring sheet duel.toml              what a combatant comes to
  sparring keys vogt weapons            what a weapon can have
  sparring actions vogt                 what a policy can do, and when
  sparring policies vogt                what a condition of a policy can ask
  sparring run duel.toml                who wins
  sparring metrics duel.toml            what a metric is called
  sparring replay duel.toml --fight 0   what happens, and why
  sparring odds vogt                    what can be asked of dice alone";

/// The words that were meant where a blank stands between a path and its value: `--set path 4`.
fn torn_apart(words: impl Iterator<Item = String>) -> Option<String> {
    let words: Vec<String> = words.collect();
    let torn = words.windows(3).find(|words| {
        ["--set", "--vary", "--margin"].contains(&words[0].as_str()) && !words[1].contains('=') && !words[2].starts_with('-')
    });
    torn.map(|words| format!("write `{} {}={}`", words[0], words[1], words[2]))
}

/// The help of a verb.
fn help_of(verb: &str) -> String {
    let mut all = command();
    // Once it is built, a verb knows what the program is called.
    all.build();
    all.find_subcommand_mut(verb).map_or_else(String::new, |verb| verb.render_help().to_string())
}

/// The table of exit codes, for the help of the program.
fn exit_codes() -> String {
    let rows: Vec<String> = EXIT_CODES.iter().map(|(code, meaning)| format!("  {code:>2}  {meaning}")).collect();
    format!("Exit codes:\n{}", rows.join("\n"))
}
