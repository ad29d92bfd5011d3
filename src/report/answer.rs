//! The answer: the sentence with which every report opens, and the warnings that belong to it.
//!
//! Owns what is said in words about the outcome as a whole. Start at [`verdict`].

use crate::fight::Scale;
use crate::report::figure::{Figure, Kind, thousands};
use crate::report::reading::Reading;
use crate::report::table::part_of_day;
use crate::stats::proportion::method;

/// Fewer fights than this deserve a warning.
const FIGHTS_FEW: u64 = 1000;

/// Something to know before the numbers are used.
#[derive(Clone, PartialEq, Debug)]
pub enum Warning {
    /// The run was broken off.
    Interrupted,
    /// There are few fights: this many.
    FewFights(u64),
    /// The precision that was asked for was not reached; the statistic that lacks it, its reach, and the fights needed.
    Imprecise(String, f64, Option<u64>),
    /// Some fights reached the most rounds they may last.
    Timeouts(Figure),
    /// A side never wins.
    NeverWins(String),
    /// An exact answer leaves this probability open.
    Unresolved(f64),
}

impl Warning {
    /// The warning and what to do about it.
    #[must_use]
    pub fn text(&self) -> String {
        match self {
            Warning::Interrupted => "The run was interrupted: the fights below are valid, but fewer than asked for.".into(),
            Warning::FewFights(n) => {
                format!("Only {} fights: the intervals are wide. Play more with --fights.", thousands(*n))
            }
            Warning::Imprecise(limiting, reach, needed) => {
                let more = needed.map(|n| format!(" About {} fights would do.", thousands(n))).unwrap_or_default();
                format!(
                    "Not as precise as asked: `{limiting}` is known to \u{b1} {:.2} percentage points.{more}",
                    reach * 100.0
                )
            }
            Warning::Timeouts(figure) => {
                format!(
                    "Fights cut off at the most rounds: {}. They count as timeouts; raise rounds_max or end the stalemate.",
                    figure.text()
                )
            }
            Warning::NeverWins(side) => {
                format!("Side `{side}` never wins. Watch a fight before you trust the numbers.")
            }
            Warning::Unresolved(share) => format!("Fights of probability {share:.1e} were not followed to their end."),
        }
    }
}

/// Everything to be warned of.
#[must_use]
pub fn warnings(reading: &Reading) -> Vec<Warning> {
    let mut warnings = Vec::new();
    if reading.facts.interrupted {
        warnings.push(Warning::Interrupted);
    }
    if !reading.exact() && reading.fights() < FIGHTS_FEW {
        warnings.push(Warning::FewFights(reading.fights()));
    }
    if let Some(precision) = reading.facts.precision.as_ref().filter(|precision| !precision.reached.met) {
        let reached = &precision.reached;
        warnings.push(Warning::Imprecise(reached.limiting.clone(), reached.reach, reached.fights_needed));
    }
    for (index, scale) in reading.categories() {
        for (value, label) in scale.outcomes() {
            let Some(figure) = reading.share(index, |given| given == value) else { continue };
            if label == "timeout" && figure.value > 0.0 {
                warnings.push(Warning::Timeouts(figure));
            }
            if reading.facts.sides.contains(label) && figure.value <= 0.0 {
                warnings.push(Warning::NeverWins(label.clone()));
            }
        }
    }
    // Of a day, each warning once is enough.
    warnings.dedup();
    if reading.unresolved() > 1e-9 {
        warnings.push(Warning::Unresolved(reading.unresolved()));
    }
    warnings
}

/// What came out: who wins most, in one sentence, of every fight of the day.
#[must_use]
pub fn verdict(reading: &Reading) -> String {
    let (mut sentences, mut shown) = (Vec::new(), Vec::new());
    for (index, metric) in reading.catalogue.metrics.iter().enumerate() {
        if !metric.scale.outcomes().any(|(_, label)| reading.facts.sides.contains(label)) {
            continue;
        }
        let part = part_of_day(&metric.family).map(|part| format!("{part}: ")).unwrap_or_default();
        match winner(reading, index, &metric.scale) {
            Some((side, figure)) => {
                sentences.push(format!("{part}{}{}", wins(side, &figure), came_this_far(reading, &metric.family)));
                shown.push(figure);
            }
            None if !reading.knows(index) => sentences.push(format!("{part}nobody is ever left to fight it")),
            None => {}
        }
    }
    let percent = reading.level().confidence() * 100.0;
    let how = match &shown[..] {
        _ if reading.exact() => "exact".to_owned(),
        [Figure { kind: Kind::Share(Some(count)), n, .. }] => format!("{percent} % {} intervals", method(*count, *n).name()),
        _ => format!("{percent} % intervals"),
    };
    format!("{} ({how})", sentences.join("; "))
}

/// The side that wins most, if any does; the first of equals.
fn winner<'a>(reading: &Reading, index: usize, scale: &'a Scale) -> Option<(&'a str, Figure)> {
    let sides = scale.outcomes().filter(|(_, label)| reading.facts.sides.contains(label));
    let shares = sides.filter_map(|(value, label)| Some((label.as_str(), reading.share(index, |given| given == value)?)));
    shares.reduce(|best, next| if next.1.value > best.1.value + 1e-9 { next } else { best })
}

/// How many of the days came as far as the fight of this family, where not all of them did.
fn came_this_far(reading: &Reading, family: &str) -> String {
    let fought = family.split_once('.').and_then(|(part, _)| reading.catalogue.index(&format!("{part}.fought")));
    let share = fought.and_then(|fought| reading.share(fought, |fought| fought == 1)).filter(|share| share.value < 1.0);
    share.map(|share| format!(" (of the {} of days that came this far)", share.words().number)).unwrap_or_default()
}

fn wins(side: &str, figure: &Figure) -> String {
    let fights = thousands(figure.n);
    match figure.kind {
        _ if figure.exact => format!("{side} win {} of all fights", figure.words().number),
        Kind::Share(Some(0)) => format!("nobody wins any of {fights} fights"),
        Kind::Share(Some(count)) if count == figure.n => format!("{side} win all of {fights} fights {}", figure.words().error),
        _ => format!("{side} win {} of {fights} fights", figure.text()),
    }
}
