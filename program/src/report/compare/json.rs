//! The report of a comparison as JSON, for other programs. The version of its layout grows when a key changes its meaning or goes
//! away.

use serde_json::{Value, json};

use crate::report::compare::contracts;
use crate::report::compare::words::{summary, warnings};
use crate::report::compare::{Arm, ComparisonReport, Entry, Found};
use crate::report::document::interval_json;
use frame::stats::Interval;
use frame::stats::controls::Sharper;

/// Version of the layout.
pub const SCHEMA_VERSION: u32 = 1;

/// The whole report.
#[must_use]
pub fn json(report: &ComparisonReport) -> Value {
    let found = report.found();
    json!({
        "schema": SCHEMA_VERSION,
        "tool": report.tool,
        "scheme": report.scheme,
        "seed": report.seed,
        "command": report.command,
        "change": report.change,
        "confidence": report.rule.level.confidence(),
        "looks": report.rule.looks(),
        "confidence_of_intervals": report.rule.level_of_intervals().confidence(),
        "verdict": summary(report),
        "contracts": contracts::sentence(report),
        "warnings": warnings(report),
        "failed": report.failed,
        "scenarios": report.entries.iter().map(scenario).collect::<Vec<_>>(),
        "outcomes": found.iter().map(|found| outcome(report, found)).collect::<Vec<_>>(),
        "table": report.aside().iter().map(|found| outcome(report, found)).collect::<Vec<_>>(),
    })
}

/// A scenario as JSON, with both its sides, its changes and its flows.
fn scenario(entry: &Entry) -> Value {
    let arm = |arm: &Arm| json!({ "title": arm.title, "digest": arm.digest, "replay": arm.replay() });
    let flows = entry.compared.flows.iter().map(|flow| {
        let category = &entry.outcomes.categories[flow.category];
        json!({ "metric": category.key, "before": category.before, "after": category.after, "fights": flow.counts })
    });
    json!({
        "name": entry.name,
        "system": entry.system,
        "before": arm(&entry.before),
        "after": arm(&entry.after),
        "changes": entry.changes.iter().map(|change| json!({
            "path": change.path, "before": change.before, "after": change.after,
        })).collect::<Vec<_>>(),
        "fights": entry.compared.fights,
        "interrupted": entry.compared.interrupted,
        "flows": flows.collect::<Vec<_>>(),
        "contracts": contracts::json(entry),
        "only_before": entry.outcomes.only_before,
        "only_after": entry.outcomes.only_after,
    })
}

/// A finding as JSON, with its intervals, its margin and the fights that show it.
fn outcome(report: &ComparisonReport, found: &Found<'_>) -> Value {
    let (finding, level) = (found.finding, report.rule.level_of_intervals());
    let (up, down) = finding.evidence.moved();
    let mut outcome = json!({
        "scenario": found.entry.name,
        "outcome": finding.outcome.key,
        "label": finding.outcome.label,
        "family": finding.outcome.family,
        "kind": finding.outcome.measure.name(),
        "unit": finding.outcome.measure.unit(),
        "word": finding.word.text(),
        "n": finding.evidence.n(),
        "before": interval_json(finding.evidence.before(level)),
        "after": interval_json(finding.evidence.after(level)),
        "difference": interval_json(finding.evidence.difference(level)),
        "margin": finding.margin,
        "size": Some(finding.size()).filter(|size| size.is_finite()),
        "up": up,
        "down": down,
        "variance_saved": finding.evidence.variance_saved(),
        "fights_needed": finding.fights_needed,
        "noticed_after": interval_json(finding.evidence.noticed(level)),
        "examples_up": finding.examples[0],
        "examples_down": finding.examples[1],
    });
    if let (Some(Sharper { interval: sharper, factor }), Some(outcome)) = (finding.sharper, outcome.as_object_mut()) {
        let Interval { estimate: value, low, high } = sharper;
        outcome.insert("sharpened".into(), json!({ "value": value, "low": low, "high": high, "factor": factor }));
    }
    outcome
}
