//! The second half of `sparring tune`: the smallest set of changes that meets everything that is expected of a scenario.

use std::ops::Range;

use crate::cli::output::in_short;
use crate::cli::progress::{Bar, heed_interrupts, interrupted};
use crate::cli::study::{Study, StudyArguments, option};
use crate::report::tune::plans::PlansReport;
use frame::analysis::grid::{Axis, VALUES_MOST};
use frame::analysis::plans::{ChangeSet, Met, of_size, thin_out};
use frame::error::Failure;
use frame::sim::solo::FRESH;

/// Searches and reports.
pub fn plans(arguments: &StudyArguments, axes: &[Axis], changes_max: usize) -> Result<(), Failure> {
    let study = Study::open(arguments, arguments.only()?, &[])?;
    let plain = study.variant(&[])?;
    if let Some(that) = plain.beyond.first() {
        let message = format!("only what is expected of the scenario itself can be tuned for: `{that}` needs other fights");
        return Err(Failure::Usage(message));
    }
    let contracts = plain.expected;
    if contracts.is_empty() {
        let message =
            "the scenario expects nothing: write an [[expect]] into it, or say with --target what one value is to reach";
        return Err(Failure::Usage(message.into()));
    }
    let directory = arguments.directory(
        "tune",
        &axes.iter().map(|axis| axis.path.as_str()).collect::<Vec<_>>(),
        study.exact().is_some(),
    )?;
    let (allowed, refused) = allowed(&study, axes);
    let mut words: Vec<String> =
        axes.iter().map(|axis| option("vary", &format!("{}={}", axis.path, axis.values.join(",")))).collect();
    words.push(format!("--changes-max {changes_max}"));
    let bar = Bar::new();
    let player = Player { study: &study, axes: &allowed, bar: &bar };
    let Some(plain) = player.play(&ChangeSet::new(), FRESH..FRESH + arguments.fights)? else {
        return Err(Failure::Interrupted("interrupted before the scenario was played as it is: nothing is kept".into()));
    };
    let mut report = PlansReport {
        origin: study.origin("tune", &words),
        axes: allowed.clone(),
        contracts,
        plain,
        tried: Vec::new(),
        found: Vec::new(),
        refused,
        interrupted: false,
    };
    for changes in 0..=changes_max.min(allowed.len()) {
        let values: Vec<usize> = allowed.iter().map(|axis| axis.values.len()).collect();
        let mut plans = of_size(&values, changes);
        if plans.len() > VALUES_MOST {
            let message = format!("{} sets of {changes} changes are too many: {VALUES_MOST} at the most", plans.len());
            return Err(Failure::Usage(message));
        }
        // Changes that are right by themselves need not be so together.
        plans.retain(|plan| {
            // Plans that are still to be looked at are not played after an interruption.
            if interrupted() {
                return false;
            }
            let variant = study.variant(&sets(&allowed, plan));
            let refused = variant.err().map(|failure| in_short(&failure.render(false)));
            let stays = refused.is_none();
            report.refused.extend(refused.map(|why| (sets(&allowed, plan).join(", "), why)));
            stays
        });
        if interrupted() {
            report.interrupted = true;
            break;
        }
        if changes > 0 {
            report.tried.push(plans.len());
        }
        let kept = thin_out(plans, arguments.fights, &mut |plan, fights| player.play(plan, 0..fights))?;
        let Some(kept) = kept else {
            report.interrupted = true;
            break;
        };
        for plan in kept {
            match player.play(&plan, FRESH..FRESH + arguments.fights)? {
                Some(fresh) => report.found.push((plan, fresh)),
                None => report.interrupted = true,
            }
        }
        // A plan that fresh fights do not bear out was luck.
        report.found.retain(|(_, fresh)| fresh.shortfall <= 0.0);
        if !report.found.is_empty() || report.interrupted {
            break;
        }
    }
    bar.clear();
    arguments.hand_out(&report, directory.as_deref())
}

/// The axes with those of their values that make a scenario and change something; and what is wrong with the others.
fn allowed(study: &Study<'_>, axes: &[Axis]) -> (Vec<Axis>, Vec<(String, String)>) {
    let mut refused = Vec::new();
    let mut allowed = Vec::new();
    for axis in axes {
        let mut values = Vec::new();
        for value in 0..axis.values.len() {
            let set = axis.set(value);
            match study.variant(std::slice::from_ref(&set)) {
                Ok(variant) if variant.digest == study.digest() => {}
                Ok(_) => values.push(axis.values[value].clone()),
                Err(failure) => refused.push((set, in_short(&failure.render(false)))),
            }
        }
        allowed.push(Axis { path: axis.path.clone(), values });
    }
    (allowed, refused)
}

/// The sets that make the changes of a plan.
fn sets(axes: &[Axis], plan: &ChangeSet) -> Vec<String> {
    plan.iter().map(|&(axis, value)| axes[axis].set(value)).collect()
}

struct Player<'a> {
    study: &'a Study<'a>,
    axes: &'a [Axis],
    bar: &'a Bar,
}

impl Player<'_> {
    /// The effect of a plan on everything that is expected; nothing when interrupted.
    fn play(&self, plan: &ChangeSet, fights: Range<u64>) -> Result<Option<Met>, Failure> {
        let sets = sets(self.axes, plan);
        let variant = self.study.variant(&sets)?;
        let all = fights.end - fights.start;
        let mut progress = |done| self.bar.show(done, all, format!(", {}", sets.join(" ")));
        let (threads, level) = (self.study.arguments().threads, self.study.arguments().level);
        let tally = variant.arm.count(fights, threads, heed_interrupts(), &mut progress)?;
        Ok(tally.map(|tally| Met::of(&variant.expected, &tally, &variant.catalogue, level)))
    }
}
