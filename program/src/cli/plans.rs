//! The second half of `sparring tune`: the smallest set of changes that meets everything that is expected of a scenario.

use crate::cli::progress::attended;
use crate::cli::study::{Study, StudyArguments, varied};
use crate::report::tune::plans::PlansReport;
use frame::analysis::grid::Axis;
use frame::analysis::plans::{ChangesPlan, Expectant};
use frame::error::Failure;

/// Searches and reports.
pub fn plans(arguments: &StudyArguments, axes: &[Axis], changes_max: usize) -> Result<(), Failure> {
    let study = Study::open(arguments, arguments.only()?, &[])?;
    let expects = Expectant::of(&study)?;
    let paths: Vec<&str> = axes.iter().map(|axis| axis.path.as_str()).collect();
    let directory = arguments.directory("tune", &paths, false)?;
    let StudyArguments { fights, level, threads, .. } = *arguments;
    let plan = ChangesPlan { axes: axes.to_vec(), changes_max, fights, level, threads };
    let search = attended(|listener| plan.play(&study, expects, listener))?;
    let words: Vec<String> = varied(axes).chain([format!("--changes-max {changes_max}")]).collect();
    let report = PlansReport { origin: study.origin("tune", &words), search };
    arguments.hand_out(&report, directory.as_deref())
}
