//! `sparring sensitivity`: what one more of each number does.

use clap::Args;

use crate::cli::exactly::ExactArguments;
use crate::cli::many::Studies;
use crate::cli::progress::attended;
use crate::cli::study::{OutcomeArguments, Study, StudyArguments, option};
use crate::report::sensitivity::SensitivityReport;
use crate::report::{many, naming};
use frame::analysis::many::things;
use frame::analysis::sensitivity::{SensitivityPlan, Step};
use frame::analysis::variant::VariantSource as _;
use frame::error::Failure;
use frame::scenario::Number;

/// Say what one more of each number does: the same fights with the number one lower and one higher.
///
/// With --exact both are solved instead of played. Numbers that plainly do nothing are found by a small run and listed as such. What is left is sorted, drawn, and expressed in
/// terms of each other. Of several scenarios, or folders of them, it says what one more of each number does in each of them.
#[derive(Args, Debug)]
pub struct SensitivityArguments {
    #[command(flatten)]
    study: StudyArguments,
    #[command(flatten)]
    asked: OutcomeArguments,
    #[command(flatten)]
    exact: ExactArguments,
    /// The numbers to move: a section or a single one, such as `book`, `book.defend`, `side.heroes`, `side.heroes.Ada.hp_max`.
    /// Can be given several times.
    #[arg(long = "of", value_name = "PATH", required = true)]
    of: Vec<String>,
    /// The number in which the others are expressed; without it, somebody's hit points where they are among them, or else the one
    /// whose effect is known best.
    #[arg(long = "in", value_name = "PATH")]
    currency: Option<String>,
    /// The steps by which numbers are moved, down and up, instead of one: `side.heroes.Ada.hp_max=5`; a section moves all its
    /// numbers so: `book.defend=2`. `none` leaves a number as it is. Of several that fit the longest path counts.
    #[arg(long = "step", value_name = "PATH=STEP", value_parser = Step::read)]
    steps: Vec<Step>,
}

/// Moves each number of a scenario down and up, and reports what that does to outcomes.
pub fn sensitivity(arguments: &SensitivityArguments) -> Result<(), Failure> {
    let plan = arguments.plan();
    let Some(scenario) = arguments.study.shelf.only() else { return many(arguments, &plan) };
    let study = Study::open(&arguments.study, scenario, &arguments.asked.outcomes)?.exactly(arguments.exact.limits());
    let numbers = plan.numbers(&study)?;
    let mut outcomes = study.keys(&study.variant(&[])?.outcomes)?;
    let directory = arguments.study.directory("sensitivity", &arguments.of(), plan.solved)?;
    let found = attended(|listener| plan.play(&study, &numbers, listener))?;
    // One outcome says what the other ones of a category say: the side that nobody asked about mirrors the first.
    if arguments.asked.outcomes.is_empty() {
        outcomes.truncate(1);
    }
    let report = SensitivityReport {
        origin: study.origin("sensitivity", &arguments.words()),
        of: plan.of,
        outcomes,
        currency: plan.currency,
        found,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

/// Moves each number of several scenarios, and reports what one more of it does in each of them.
fn many(arguments: &SensitivityArguments, plan: &SensitivityPlan) -> Result<(), Failure> {
    if plan.solved || plan.currency.is_some() {
        return Err(Failure::Usage("of several scenarios leave --exact and --in out, or name one file".into()));
    }
    let studies = Studies::open(&arguments.study, &arguments.asked.outcomes)?;
    let directory = arguments.study.directory("sensitivity", &arguments.of(), false)?;
    let found = attended(|listener| plan.play_many(&studies.scenarios(), listener))?;
    let names = |number: &Number| (number.path.clone(), naming::of(&number.path));
    let report = many::ManyReport {
        origin: arguments.study.origin_of_many("sensitivity", &arguments.words(), &studies.read),
        what: many::What::Sensitivity,
        about: plan.of.join(", "),
        scenarios: studies.looked(),
        things: things(&found.tried, studies.list.len(), names),
        refused: studies.refused(found.refused),
        meaning: many::meaning(plan.level, found.level, "By one more of each; what is seen to move is so"),
        level: found.level,
        interrupted: found.interrupted,
    };
    arguments.study.hand_out(&report, directory.as_deref())
}

impl SensitivityArguments {
    /// The plan that they come to.
    fn plan(&self) -> SensitivityPlan {
        let StudyArguments { fights, level, threads, .. } = self.study;
        let (of, currency, steps) = (self.of.clone(), self.currency.clone(), self.steps.clone());
        SensitivityPlan { of, currency, steps, solved: self.exact.limits().is_some(), fights, level, threads }
    }

    /// What is moved, for the name of the folder.
    fn of(&self) -> Vec<&str> {
        self.of.iter().map(String::as_str).collect()
    }

    /// The words of the command that are its own.
    fn words(&self) -> Vec<String> {
        let mut words: Vec<String> = self.of.iter().map(|of| option("of", of)).collect();
        words.extend(self.currency.iter().map(|path| option("in", path)));
        words.extend(self.steps.iter().map(|step| option("step", &step.text())));
        words.extend(self.asked.typed());
        words
    }
}
